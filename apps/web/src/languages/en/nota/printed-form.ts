import type * as source from "../../../texts/nota/printed-form.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/nota/printed-form.ts`. */
export const printedFormTexts: Translated<typeof source.printedFormTexts> = {
  titulo: (nome, numero) => `${nome} of document ${numero}`,
  semDesenho: "The server could not draw this document. The XML is in the tab beside it.",
  controles: "Size and printing",
  menor: "Zoom out (Ctrl −)",
  maior: "Zoom in (Ctrl +)",
  porcento: (n) => `${n}\u00a0%`,
  ajustar: "Fit to width (Ctrl 0)",
  telaCheia: "Full screen",
  imprimir: "Open the PDF to print",
  dica: "Double-tap to enlarge",
  quarentena: "The document is in quarantine: what you read below may not be what the issuer signed.",
  baixarDica: "To print or keep",
  evento: {
    xml: (nome) => `Download the XML of ${nome}`,
    pdf: (nome) => `Download the PDF of ${nome}`,
  },
};
