import type { emailFilterTexts as source } from "../../../texts/lists/email-filter.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/lists/email-filter.ts`. */
export const emailFilterTexts: Translated<typeof source> = {
  campos: {
    tipo: "Tipo de adjunto",
    anexo: "Adjuntos",
    assunto: "Asunto",
    corpo: "Texto del mensaje",
    remetente: "Remitente",
  },
  resultado: "Resultado de los adjuntos",
  tipos: { xml: "XML", zip: "ZIP", pdf: "PDF", imagem: "imagen", outro: "otro" },
  anexos: { dfe: "con DF-e", "sem-dfe": "sin DF-e", problema: "con problemas" },
};
