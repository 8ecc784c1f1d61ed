import type * as source from "../../../texts/app/tour.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/app/tour.ts`. */
export const tourTexts: Translated<typeof source.tourTexts> = {
  comecar: "Take the tour again",
  palavras: "tour introduction help learn guide",
  rotulo: "Tour of Malote",
  passo: (n, total) => `${n} of ${total}`,
  proximo: "Next",
  voltar: "Back",
  concluir: "Done",
  sair: "Leave the tour",
  passos: {
    lista: {
      titulo: "Documents arrive by themselves",
      texto:
        "What the mailboxes receive appears under Received DF-e. Mark as processed what is already in the ERP.",
    },
    veredito: {
      titulo: "Each document is checked",
      texto:
        "Malote compares the XML with SEFAZ. What does not match is colored, and one click shows the reason.",
    },
    busca: {
      titulo: "Find everything from here",
      texto:
        "Ctrl K searches by key, number, CNPJ or name, and runs commands, such as to export or to change the theme.",
      telefone: "The magnifying glass searches by key, number, CNPJ or name.",
    },
    faltando: {
      titulo: "What SEFAZ has and has not arrived",
      texto:
        "Missing XML shows these documents by supplier. Request them by e-mail, or acknowledge and download.",
    },
    ajuda: {
      titulo: "The keys and this tour are here",
      texto: "Open this list whenever you want: it has the shortcuts and repeats the tour.",
      telefone: "The menu has the pages, the shortcuts and this tour.",
    },
  },
};
