import type { alertTexts as source } from "../../../texts/app/alerts.ts";
import type { Translated } from "../../translated.ts";

/** "Cancelado en la SEFAZ"; "No consta en la SEFAZ" says it already. */
const atSefaz = (situacao: string): string =>
  situacao.endsWith("en la SEFAZ") ? situacao : `${situacao} en la SEFAZ`;

/** Spanish texts of `texts/app/alerts.ts`. */
export const alertTexts: Translated<typeof source> = {
  titulo: "Avisos",
  naoLidos: (n) => (n === 1 ? "Avisos: 1 sin leer" : `Avisos: ${n} sin leer`),
  nenhumNaoLido: "Avisos: ninguno sin leer",
  marcarTodos: "Marcar todos como leídos",
  naoLido: "sin leer",
  vazio: "Ningún aviso",
  vazioTexto:
    "Las divergencias, los buzones con error, los certificados por vencer y los archivos listos aparecen aquí.",
  semData: "en este mes",
  depoisDeProcessada: (situacao) => `${atSefaz(situacao)} después de procesado en el ERP`,
  depoisDeRecebida: (situacao) => `${atSefaz(situacao)} después de recibido`,
  naSefaz: (situacao) => `${atSefaz(situacao)}, al contrario de lo que dice el documento`,
  maisDivergencias: (n) => `${n} divergencias más`,
  maisDivergenciasTexto: "La lista las muestra todas, lado a lado con la SEFAZ.",
  caixaErro: (nome) => `${nome}: se detuvo la lectura`,
  caixaRecuperada: (nome) => `${nome}: volvió la lectura`,
  caixaRecuperadaTexto: "Lo que llegó mientras tanto ya se leyó.",
  certificado: (nome) => `Certificado de ${nome}`,
  vencendo: (dias) => (dias === 0 ? "Vence hoy." : dias === 1 ? "Vence mañana." : `Vence en ${dias} días.`),
  vencido: "Venció. La SEFAZ ya no acepta este certificado.",
  arquivoPronto: "Su archivo está listo",
  arquivoFalhou: "No se pudo preparar su archivo",
  plano80: "El uso superó el 80 % del plan",
  plano100: "El uso superó el plan",
  planoTexto: (documentos, limite) =>
    `${documentos} de ${limite} DF-e en este mes. La captura no se detiene.`,
};
