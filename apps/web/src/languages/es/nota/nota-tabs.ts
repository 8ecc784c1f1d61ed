import type { notaTabTexts as source } from "../../../texts/nota/nota-tabs.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/nota/nota-tabs.ts`. */
export const notaTabTexts: Translated<typeof source> = {
  xml: {
    rotulo: "XML del documento",
    buscar: "Buscar en el XML",
    resultados: (atual, total) => (total === 0 ? "ninguno" : `${atual} de ${total}`),
    anterior: "Resultado anterior",
    proximo: "Resultado siguiente",
    abrirTudo: "Abrir todo",
    fecharTudo: "Cerrar todo",
    copiar: "Copiar el XML",
    copiado: "XML copiado.",
    abrir: (nome) => `Abrir ${nome}`,
    fechar: (nome) => `Cerrar ${nome}`,
    invalido: "No se pudo mostrar el XML en árbol. Vea abajo el texto como llegó.",
  },
  eventos: {
    vazio: "Ningún evento",
    vazioTexto:
      "La cancelación, la carta de corrección y la manifestación aparecen aquí cuando llegan por correo o por la SEFAZ.",
    origem: { email: "Recibido por correo", sefaz: "Informado por la SEFAZ" },
    protocolo: (numero) => `Protocolo ${numero}`,
    semProtocolo: "Sin protocolo",
  },
  origem: {
    vazio: "Ningún correo de origen",
    vazioTexto: "El documento no llegó por un buzón monitoreado.",
    importacao: (arquivo) => `Importación de ${arquivo}`,
    recebido: (quando) => `Recibido el ${quando}`,
    arquivo: "Archivo",
    baixar: (nome) => `Descargar ${nome}`,
    semNome: "archivo sin nombre",
  },
  achados: {
    titulo: "Por qué este documento se detuvo aquí",
    texto:
      "El archivo llegó, pero no pasó la verificación de la firma. Mientras tanto, no se puede confiar en el valor ni en los ítems.",
    textoSuspeita:
      "El archivo llegó, pero hay señales de que no es lo que parece. Mientras tanto, no se puede confiar en el valor ni en los ítems.",
    textoTeste: "El documento es del ambiente de pruebas de la SEFAZ y no tiene valor fiscal.",
    tituloLeve: "Qué encontró la verificación",
    campo: "Campo",
    evidencia: "Evidencia",
    guardamos: "Qué guardamos",
    guardamosTexto: "El XML exactamente como llegó y el correo completo, con hora y remitente.",
    fazer: "Qué hacer",
    fazerTexto:
      "Pida al emisor el XML original. Cuando la copia íntegra llegue por correo, reemplaza a esta automáticamente.",
    cuidado: "Mientras tanto",
    cuidadoTexto:
      "El documento queda visible en las listas, fuera de los totales y de la entrega al ERP. No pague con base en él.",
  },
};
