import type * as source from "../../../texts/app/general.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/app/general.ts`: the application shell. */
export const general: Translated<typeof source.general> = {
  nome: "Malote",
  irParaConteudo: "Skip to content",
  lateral: "Sidebar",
  menuPrincipal: "Main menu",
  abrirMenu: "Open the menu",
  fecharMenu: "Close the menu",
  fechar: "Close",
  cancelar: "Cancel",
  naoSalvas: "Unsaved changes",
  nadaMudou: "Nothing was changed",
  rascunho: "What you had typed is back. It has not been saved yet.",
  mostrarSenha: "Show the password",
  esconderSenha: "Hide the password",
  tentarDeNovo: "Try again",
  copiar: "Copy",
  copiado: "Copied.",
  copiarFalhou: "The browser did not allow copying. Select the text and copy it.",
  carregando: "Loading…",
  desfazer: "Undo",
  acoes: "Actions",
  nenhumValor: "–",
  busca: "Search by key, number, CNPJ or name",
  buscaRotulo: "Search documents",
  demonstracao: "Demo",
  demonstracaoDica: "Demo account: companies, documents and SEFAZ are made up.",
  minhaConta: "My account",
  atalhos: "Keyboard shortcuts",
  avisos: "Notifications",
  plano: (documentos, limite) => `${documentos} of ${limite} DF-e this month`,
  tema: "Theme",
  temas: { light: "Light", dark: "Dark", auto: "System" },
  sair: "Sign out",
  menuUsuario: (nome) => `Menu of ${nome}`,
  telas: {
    painel: "Dashboard",
    emitidos: "Issued DF-e",
    recebidos: "Received DF-e",
    auditor: "Auditor",
    emails: "E-mails",
    importacao: "Import",
    repositorio: "Repository",
    administrador: "Administration",
  },
  muitas: "999+",
  emAberto: (total) => `${total} NF-e and CT-e to process in the ERP, not counting those in quarantine`,
  sessaoEncerrada: "Your session has ended. Sign in again to continue.",
};

/** English texts of the confirmation before unsaved changes are lost. */
export const leaveTexts: Translated<typeof source.leaveTexts> = {
  titulo: "Discard changes?",
  texto: "The changes in this form will be lost.",
  acao: "Discard",
  cancelar: "Keep editing",
};

/** English texts of failures. */
export const failureTexts: Translated<typeof source.failureTexts> = {
  recusa: "Could not complete the action",
  naoEncontrado: "The address is incomplete, or the content belongs to another account.",
  nadaPerdido: "Nothing was lost.",
  interna: "Server error",
  internaTexto: "The error was recorded. If it continues, contact support.",
  internaPedido: (pedido) => `Give support the code ${pedido}.`,
  tela: "This screen found an error",
  telaTexto: "Your data is stored. Reload the page to continue.",
  recarregar: "Reload",
};

/** English texts of the state of the mailboxes. */
export const caixaStateTexts: Translated<typeof source.caixaStateTexts> = {
  coletando: (ok, total) => `${ok} of ${total} ${total === 1 ? "mailbox" : "mailboxes"} collecting`,
  nenhuma: "No mailbox",
  semColeta: "Not collected yet",
  ultima: (quando) => `Last collection ${quando}`,
  erro: (descricao, causa) => `${descricao}: ${causa}`,
  silenciosa: (descricao) => `${descricao} is silent`,
  silenciosas: (n) => `${n} silent mailboxes`,
  ver: "View the mailboxes",
  conectar: "Connect a mailbox",
  pedirConexao: "Ask an account administrator to connect the first one.",
};

/** English texts of the pager of a list. */
export const pagerTexts: Translated<typeof source.pagerTexts> = {
  anterior: "Previous page",
  proxima: "Next page",
  navegacao: "Pages of the list",
  posicao: "Page",
  irPara: (pages) => `Go to page, from 1 to ${pages}`,
  linhas: "Documents per page",
  de: (total) => `of ${total}`,
  documentos: (total) => (total === "1" ? "1 document" : `${total} documents`),
  emails: (total) => (total === "1" ? "1 e-mail" : `${total} e-mails`),
  maisDe: (total) => `more than ${total}`,
  novos: (count) => `${count} new`,
};

/** English texts of the shortcut hints below a list. */
export const shortcutHints: Translated<typeof source.shortcutHints> = {
  dicas: { mover: "move", selecionar: "select", abrir: "open", atalhos: "shortcuts" },
};
