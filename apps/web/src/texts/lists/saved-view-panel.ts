import { translated } from "../../languages/language.ts";

/** Texts of the panel of saved views. */
export const savedViewPanelTexts = translated("savedViewPanelTexts", {
  rotulo: "Visões da lista",
  salvarComo: "Salvar como visão",
  nome: "Nome da visão",
  nomeDica: "Guarda o filtro, a ordem, as colunas e a densidade desta lista.",
  nomeDicaSemColunas: "Guarda o filtro e a ordem desta lista.",
  salvar: "Salvar",
  guardar: (nome: string) => `Guardar as mudanças em “${nome}”`,
  desfazer: (nome: string) => `Voltar a “${nome}”`,
  sem: "Sem visão",
  padrao: "abre com esta",
  paraQuem: "Quem vê",
  publicos: { eu: "Só eu", conta: "Todos da conta" },
  daConta: "todos da conta veem",
  de: (dono: string) => (dono === "" ? "de quem já saiu" : `de ${dono}`),
  compartilhadas: "De outras pessoas da conta",
  tornarPadrao: (nome: string) => `Abrir a lista com “${nome}”`,
  deixarPadrao: (nome: string) => `Não abrir mais a lista com “${nome}”`,
  editar: (nome: string) => `Renomear ou compartilhar “${nome}”`,
  novoNome: (nome: string) => `Novo nome de “${nome}”`,
  apagar: (nome: string) => `Apagar “${nome}”`,
  apagarTitulo: "Apagar a visão?",
  apagarTexto: (nome: string) => `“${nome}” sai das suas visões. Nenhum documento é apagado.`,
  apagarTextoConta: (nome: string) =>
    `“${nome}” sai das visões de todos da conta. Nenhum documento é apagado.`,
  apagarAcao: "Apagar",
  recusas: {
    vazio: "Dê um nome à visão.",
    repetido: "Já existe uma visão com esse nome.",
  },
  salva: (nome: string) => `Visão “${nome}” salva.`,
  salvaConta: (nome: string) => `Visão “${nome}” salva para todos da conta.`,
  apagada: (nome: string) => `Visão “${nome}” apagada.`,
} as const);
