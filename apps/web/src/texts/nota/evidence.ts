import { translated } from "../../languages/language.ts";
import { supplierEmailTexts } from "./supplier-email.ts";

/** Texts of what a document's sources say, and of the next step when they disagree. */
export const evidenceTexts = translated("evidenceTexts", {
  titulo: "O que cada fonte diz",
  fontes: { xml: "XML", sefaz: "SEFAZ", email: "E-mail" },
  /** The e-mail after another source, inside a sentence. */
  emailDepois: "e-mail",
  campo: "Campo",
  campos: supplierEmailTexts.campos,
  nada: "–",
  diferente: "diferente do XML",
  /** "SEFAZ e e-mail dizem o mesmo que o XML: número, emitente e valor." */
  igual: (fontes: string, campos: string, varias: boolean) =>
    `${fontes} ${varias ? "dizem" : "diz"} o mesmo que o XML: ${campos}.`,
  difere: (fonte: "sefaz" | "email", campos: string) =>
    `${fonte === "sefaz" ? "A SEFAZ" : "O e-mail"} diz outra coisa: ${campos}.`,
  e: " e ",
  verEmail: "Ver o e-mail",
} as const);

/** What to do about a document that other sources contradict. */
export const nextStepTexts = translated("nextStepTexts", {
  titulo: "O que fazer",
  consultar: "Consultar de novo",
  avisar: "Avisar o fornecedor",
  copiar: "Copiar o aviso",
  copiado: "Aviso copiado.",
  manterFora: "Manter fora do ERP",
  cancelada: "Não pague nem dê entrada com base nela. Confirme com o fornecedor e mantenha-a fora do ERP.",
  canceladaProcessada: "Ela já foi processada: estorne a entrada no ERP e confirme com o fornecedor.",
  naoConsta:
    "A SEFAZ pode ainda não a ter recebido. Consulte de novo; se continuar assim, ela não vale como documento fiscal.",
  outra: "Consulte de novo. Se a resposta for a mesma, peça uma explicação ao fornecedor.",
  dados: "Confira com o fornecedor antes de dar entrada: só um dos dois pode estar certo.",
  emitida: "Consulte de novo. Se a resposta for a mesma, confira no seu emissor o que aconteceu com ela.",
} as const);
