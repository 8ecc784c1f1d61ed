import type * as source from "../../../texts/lists/email-filter.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/lists/email-filter.ts`. */
export const emailFilterTexts: Translated<typeof source.emailFilterTexts> = {
  campos: {
    tipo: "Attachment type",
    anexo: "Attachments",
    assunto: "Subject",
    corpo: "Message text",
    remetente: "Sender",
  },
  resultado: "Outcome of the attachments",
  tipos: { xml: "XML", zip: "ZIP", pdf: "PDF", imagem: "image", outro: "other" },
  anexos: { dfe: "with DF-e", "sem-dfe": "without DF-e", problema: "with a problem" },
};
