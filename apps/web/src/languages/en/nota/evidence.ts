import type * as source from "../../../texts/nota/evidence.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/nota/evidence.ts`: what the sources of a document say. */
export const evidenceTexts: Translated<typeof source.evidenceTexts> = {
  titulo: "What each source says",
  fontes: { xml: "XML", sefaz: "SEFAZ", email: "E-mail" },
  emailDepois: "e-mail",
  campo: "Field",
  campos: {
    situacao: "Status",
    chave: "Key",
    numero: "Number",
    emitente: "Issuer",
    destinatario: "Recipient",
    emissao: "Issued",
    valor: "Value",
  },
  nada: "–",
  diferente: "different from the XML",
  igual: (fontes, campos, varias) => `${fontes} ${varias ? "say" : "says"} the same as the XML: ${campos}.`,
  difere: (fonte, campos) => `${fonte === "sefaz" ? "SEFAZ" : "The e-mail"} says something else: ${campos}.`,
  e: " and ",
  verEmail: "View the e-mail",
};

/** English texts of what to do about a document that other sources contradict. */
export const nextStepTexts: Translated<typeof source.nextStepTexts> = {
  titulo: "What to do",
  consultar: "Query again",
  avisar: "Notify the supplier",
  copiar: "Copy the notice",
  copiado: "Notice copied.",
  manterFora: "Keep out of the ERP",
  cancelada: "Do not pay or book it. Confirm with the supplier and keep it out of the ERP.",
  canceladaProcessada:
    "It has already been processed: reverse the entry in the ERP and confirm with the supplier.",
  naoConsta:
    "SEFAZ may not have received it yet. Query again; if nothing changes, it is not valid as a fiscal document.",
  outra: "Query again. If the answer is the same, ask the supplier for an explanation.",
  dados: "Check with the supplier before booking it: only one of the two can be right.",
  emitida: "Query again. If the answer is the same, check in your issuing system what happened to it.",
};
