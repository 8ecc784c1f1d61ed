import type * as source from "../../../texts/lists/saved-view-panel.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/lists/saved-view-panel.ts`. */
export const savedViewPanelTexts: Translated<typeof source.savedViewPanelTexts> = {
  rotulo: "Views of the list",
  salvarComo: "Save as a view",
  nome: "View name",
  nomeDica: "Stores the filter, the order, the columns and the density of this list.",
  nomeDicaSemColunas: "Stores the filter and the order of this list.",
  salvar: "Save",
  guardar: (nome) => `Save the changes to “${nome}”`,
  desfazer: (nome) => `Back to “${nome}”`,
  sem: "No view",
  padrao: "opens with this one",
  paraQuem: "Who sees it",
  publicos: { eu: "Only me", conta: "Everyone in the account" },
  daConta: "everyone in the account sees it",
  de: (dono) => (dono === "" ? "of someone who has left" : `of ${dono}`),
  compartilhadas: "Of other people in the account",
  tornarPadrao: (nome) => `Open the list with “${nome}”`,
  deixarPadrao: (nome) => `No longer open the list with “${nome}”`,
  editar: (nome) => `Rename or share “${nome}”`,
  novoNome: (nome) => `New name of “${nome}”`,
  apagar: (nome) => `Delete “${nome}”`,
  apagarTitulo: "Delete the view?",
  apagarTexto: (nome) => `“${nome}” is removed from your views. No document is deleted.`,
  apagarTextoConta: (nome) =>
    `“${nome}” is removed from the views of everyone in the account. No document is deleted.`,
  apagarAcao: "Delete",
  recusas: {
    vazio: "Give the view a name.",
    repetido: "There is already a view with this name.",
  },
  salva: (nome) => `View “${nome}” saved.`,
  salvaConta: (nome) => `View “${nome}” saved for everyone in the account.`,
  apagada: (nome) => `View “${nome}” deleted.`,
};
