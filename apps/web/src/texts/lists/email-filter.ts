import { translated } from "../../languages/language.ts";

/** Texts of the e-mail filter only. */
export const emailFilterTexts = translated("emailFilterTexts", {
  campos: {
    tipo: "Tipo de anexo",
    anexo: "Anexos",
    assunto: "Assunto",
    corpo: "Texto da mensagem",
    remetente: "Remetente",
  },
  resultado: "Resultado dos anexos",
  tipos: { xml: "XML", zip: "ZIP", pdf: "PDF", imagem: "imagem", outro: "outro" },
  anexos: { dfe: "com DF-e", "sem-dfe": "sem DF-e", problema: "com problema" },
} as const);
