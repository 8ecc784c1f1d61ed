import type * as source from "../../../texts/files/requested-files.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/files/requested-files.ts`. */
export const requestedFileTexts: Translated<typeof source.requestedFileTexts> = {
  estados: {
    pendente: "Queued",
    "em-andamento": "Preparing",
    concluido: "Ready",
    falhou: "Failed",
    expirado: "Expired",
  },
  baixar: "Download",
  baixarNome: (nome) => `Download ${nome}`,
  de: (feitos, total) => `${feitos} of ${total}`,
  documentos: (n) => (n === "1" ? "1 document" : `${n} documents`),
  expira: (quando) => `expires ${quando}`,
  pronto: (nome) => `${nome} is ready.`,
  falhou: "The file could not be made",
};
