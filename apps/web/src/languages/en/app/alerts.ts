import type * as source from "../../../texts/app/alerts.ts";
import type { Translated } from "../../translated.ts";

/** "Cancelled at SEFAZ"; "Not found at SEFAZ" says it already. */
const atSefaz = (situacao: string): string => (/\bSEFAZ$/.test(situacao) ? situacao : `${situacao} at SEFAZ`);

/** English texts of `texts/app/alerts.ts`. */
export const alertTexts: Translated<typeof source.alertTexts> = {
  titulo: "Notifications",
  naoLidos: (n) => `Notifications: ${n} unread`,
  nenhumNaoLido: "Notifications: none unread",
  marcarTodos: "Mark all as read",
  naoLido: "unread",
  vazio: "No notifications",
  vazioTexto:
    "Mismatches, mailboxes with errors, expiring certificates and files that are ready appear here.",
  semData: "this month",
  depoisDeProcessada: (situacao) => `${atSefaz(situacao)} after it was processed in the ERP`,
  depoisDeRecebida: (situacao) => `${atSefaz(situacao)} after it was received`,
  naSefaz: (situacao) => `${atSefaz(situacao)}, unlike what the document says`,
  maisDivergencias: (n) => `${n} more mismatches`,
  maisDivergenciasTexto: "The list shows all of them, side by side with SEFAZ.",
  caixaErro: (nome) => `${nome} stopped collecting`,
  caixaRecuperada: (nome) => `${nome} is collecting again`,
  caixaRecuperadaTexto: "What arrived in the meantime has been read.",
  certificado: (nome) => `Certificate of ${nome}`,
  vencendo: (dias) =>
    dias === 0 ? "Expires today." : dias === 1 ? "Expires tomorrow." : `Expires in ${dias} days.`,
  vencido: "Expired. SEFAZ no longer accepts this certificate.",
  arquivoPronto: "Your file is ready",
  arquivoFalhou: "Your file could not be prepared",
  plano80: "Usage is above 80% of the plan",
  plano100: "Usage is above the plan",
  planoTexto: (documentos, limite) => `${documentos} of ${limite} DF-e this month. Capture does not stop.`,
};
