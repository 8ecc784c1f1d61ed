import { translated } from "../../languages/language.ts";

/** The list of keyboard shortcuts; its dialog loads after the page. */
export const shortcutList = translated("shortcutList", {
  ligados: "Atalhos de uma tecla",
  ligadosDica: "Desligue se você usa comando de voz ou leitor de tela.",
  grupos: [
    {
      titulo: "Em qualquer tela",
      teclas: [
        { teclas: ["Ctrl", "K"], texto: "Buscar" },
        { teclas: ["/"], texto: "Buscar" },
        { teclas: ["G", "D"], texto: "Ir para Painel" },
        { teclas: ["G", "E"], texto: "Ir para DF-e emitidos" },
        { teclas: ["G", "R"], texto: "Ir para DF-e recebidos" },
        { teclas: ["G", "U"], texto: "Ir para Auditor" },
        { teclas: ["G", "M"], texto: "Ir para E-mails" },
        { teclas: ["G", "I"], texto: "Ir para Importação" },
        { teclas: ["G", "P"], texto: "Ir para Repositório" },
        { teclas: ["G", "A"], texto: "Ir para Administrador" },
        { teclas: ["?"], texto: "Mostrar estes atalhos" },
      ],
    },
    {
      titulo: "Nas listas",
      teclas: [
        { teclas: ["J"], texto: "Próxima linha" },
        { teclas: ["K"], texto: "Linha anterior" },
        { teclas: ["X"], texto: "Selecionar a linha" },
        { teclas: ["Enter"], texto: "Abrir a linha" },
        { teclas: ["["], texto: "Página anterior" },
        { teclas: ["]"], texto: "Próxima página" },
      ],
    },
    {
      titulo: "Nas listas de documentos",
      teclas: [
        { teclas: ["Shift", "clique"], texto: "Selecionar da última linha até esta" },
        { teclas: ["Espaço"], texto: "Mostrar ao lado da lista, ou fechar" },
        { teclas: ["↑"], texto: "Linha anterior" },
        { teclas: ["↓"], texto: "Próxima linha" },
        { teclas: ["←"], texto: "Controle anterior da linha" },
        { teclas: ["→"], texto: "Próximo controle da linha" },
        { teclas: ["R"], texto: "Marcar ou desmarcar recebido" },
        { teclas: ["C"], texto: "Marcar ou desmarcar conferido" },
        { teclas: ["P"], texto: "Marcar ou desmarcar processado" },
        { teclas: ["F"], texto: "Filtrar por este emitente ou destinatário" },
        { teclas: ["Esc"], texto: "Fechar o painel ao lado" },
      ],
    },
    {
      titulo: "No documento e no e-mail",
      teclas: [
        { teclas: ["J"], texto: "Próximo da lista" },
        { teclas: ["K"], texto: "Anterior da lista" },
        { teclas: ["Esc"], texto: "Voltar à lista" },
      ],
    },
  ],
} as const);
