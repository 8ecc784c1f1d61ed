import type { historyTexts as source } from "../../../texts/nota/history.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/nota/history.ts`. */
export const historyTexts: Translated<typeof source> = {
  rotulo: "Historial del documento",
  emitida: "Emitido",
  protocolo: (palavra) => `${palavra} por la SEFAZ, según el archivo`,
  numeroProtocolo: (numero) => `Protocolo ${numero}`,
  email: "Correo recibido",
  copia: "Otra copia recibida por correo",
  importada: "Archivo importado",
  extraida: "Documento extraído",
  conferida: (veredito) => `Firma verificada: ${veredito}`,
  quarentena: "Puesto en cuarentena",
  quarentenaTexto: "Fuera del panel, del ERP, de las exportaciones y de la descarga pública.",
  liberada: "Liberado de la cuarentena",
  atos: {
    liberou: "Liberado de la cuarentena",
    colocou: "Puesto en cuarentena",
    retomou: "Devuelto a la cuarentena: la SEFAZ autorizó otro contenido",
  },
  consultada: (resposta) => `SEFAZ consultada: ${resposta}`,
  semResposta: "SEFAZ consultada: sin respuesta",
  vezes: (n, quando) => `${n} veces con la misma respuesta, la última el ${quando}`,
  evento: { email: "Recibido por correo", sefaz: "Informado por la SEFAZ" },
  pedida: (palavra) => `Manifestación pedida: ${palavra}`,
  registrada: (palavra) => `Manifestación registrada en la SEFAZ: ${palavra}`,
  recusada: (palavra) => `Manifestación rechazada por la SEFAZ: ${palavra}`,
  falhou: (palavra) => `Manifestación no enviada: ${palavra}`,
  marcas: { recebido: "Recibido", conferido: "Verificado", processado: "Procesado en el ERP" },
  proxima: "Próxima verificación en la SEFAZ",
  verEmail: "Ver el correo",
  verImportacao: "Ver la importación",
};
