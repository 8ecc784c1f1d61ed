import {
  formatChave,
  formatDate,
  formatDateTime,
  formatDocumento,
  formatReais,
  formatTipoNota,
} from "@malote/syntax";
import type { EmailData } from "../services/outgoing-email/outgoing-email.rules.ts";
import { cleanName, type EmailContent, type EmailContext } from "./content.ts";

/**
 * E-mail about a received document that its issuer cancelled: its data, its flags in Malote, and what to do.
 */
export function writeNotaCancelled(data: EmailData<"nota-cancelada">, context: EmailContext): EmailContent {
  const documento = `${formatTipoNota(data.tipoNota)} ${data.numeroNota}`;
  const issuer = cleanName(data.nomeEmitente);
  return {
    subject: `Cancelamento na SEFAZ: ${documento}`,
    preview: data.processadoErp
      ? "O documento já está marcado como processado no ERP: é preciso desfazer o lançamento."
      : "O documento ainda não foi processado no ERP: não o lance.",
    title: `Cancelamento na SEFAZ: ${documento}`,
    tone: "aviso",
    opening:
      "O emitente cancelou este documento. O XML que você recebeu continua guardado, mas para a SEFAZ ele não vale mais.",
    facts: [
      ["Emitente", issuer],
      ["CNPJ ou CPF", formatDocumento(data.cnpjEmitente)],
      ["Valor", formatReais(data.valorTotal)],
      ["Emissão", formatDate(data.dataEmissao, context.zona)],
      ["Cancelamento", data.canceladaEm ? formatDateTime(data.canceladaEm, context.zona) : NOT_STATED],
      ["Processado no ERP", data.processadoErp ? "sim" : "não"],
      ["Mercadoria recebida", data.recebido ? "sim" : "não"],
      ["Chave de acesso", formatChave(data.chave)],
    ],
    sections: [{ title: "O que fazer", text: adviceOf(data) }],
    button: { label: "Abrir o documento", href: `${context.urlBase}/nota/${data.notaId}` },
    footer: `Você recebe este aviso como responsável pela conta ${context.identificador} no Malote. Ele não se repete para este documento.`,
  };
}

const NOT_STATED = "a SEFAZ não informou quando";

function adviceOf({ processadoErp, recebido }: EmailData<"nota-cancelada">): string {
  const bookingAdvice = processadoErp
    ? "Desfaça o lançamento no ERP e suspenda o pagamento. O ERP também recebe esta mudança pelo Malote."
    : "Não lance este documento e não pague por ele.";
  const goodsAdvice = recebido
    ? "Como a mercadoria está marcada como recebida, peça ao emitente um documento que a substitua."
    : "Se a mercadoria chegar, peça ao emitente um documento que o substitua antes de recebê-la.";
  return `${bookingAdvice} ${goodsAdvice}`;
}
