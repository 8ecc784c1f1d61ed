import type { savedViewPanelTexts as source } from "../../../texts/lists/saved-view-panel.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/lists/saved-view-panel.ts`. */
export const savedViewPanelTexts: Translated<typeof source> = {
  rotulo: "Vistas de la lista",
  salvarComo: "Guardar como vista",
  nome: "Nombre de la vista",
  nomeDica: "Guarda el filtro, el orden, las columnas y la densidad de esta lista.",
  nomeDicaSemColunas: "Guarda el filtro y el orden de esta lista.",
  salvar: "Guardar",
  guardar: (nome) => `Guardar los cambios en “${nome}”`,
  desfazer: (nome) => `Volver a “${nome}”`,
  sem: "Sin vista",
  padrao: "se abre con esta",
  paraQuem: "Quién la ve",
  publicos: { eu: "Solo yo", conta: "Todos los de la cuenta" },
  daConta: "todos los de la cuenta la ven",
  de: (dono) => (dono === "" ? "de quien ya salió de la cuenta" : `de ${dono}`),
  compartilhadas: "De otras personas de la cuenta",
  tornarPadrao: (nome) => `Abrir la lista con “${nome}”`,
  deixarPadrao: (nome) => `No abrir más la lista con “${nome}”`,
  editar: (nome) => `Cambiar el nombre o compartir “${nome}”`,
  novoNome: (nome) => `Nuevo nombre de “${nome}”`,
  apagar: (nome) => `Borrar “${nome}”`,
  apagarTitulo: "¿Borrar la vista?",
  apagarTexto: (nome) => `“${nome}” sale de sus vistas. No se borra ningún documento.`,
  apagarTextoConta: (nome) =>
    `“${nome}” sale de las vistas de todos los de la cuenta. No se borra ningún documento.`,
  apagarAcao: "Borrar",
  recusas: {
    vazio: "Dé un nombre a la vista.",
    repetido: "Ya existe una vista con ese nombre.",
  },
  salva: (nome) => `Vista “${nome}” guardada.`,
  salvaConta: (nome) => `Vista “${nome}” guardada para todos los de la cuenta.`,
  apagada: (nome) => `Vista “${nome}” borrada.`,
};
