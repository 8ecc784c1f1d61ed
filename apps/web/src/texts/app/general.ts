import { translated } from "../../languages/language.ts";

/** Texts of the application shell. */
export const general = translated("general", {
  nome: "Malote",
  irParaConteudo: "Ir para o conteúdo",
  lateral: "Barra lateral",
  menuPrincipal: "Menu principal",
  abrirMenu: "Abrir o menu",
  fecharMenu: "Fechar o menu",
  fechar: "Fechar",
  cancelar: "Cancelar",
  naoSalvas: "Alterações não salvas",
  nadaMudou: "Nada foi alterado",
  rascunho: "O que você havia digitado está de volta. Ainda não foi salvo.",
  mostrarSenha: "Mostrar a senha",
  esconderSenha: "Esconder a senha",
  tentarDeNovo: "Tentar de novo",
  copiar: "Copiar",
  copiado: "Copiado.",
  copiarFalhou: "O navegador não permitiu copiar. Selecione o texto e copie.",
  carregando: "Carregando…",
  desfazer: "Desfazer",
  acoes: "Ações",
  nenhumValor: "–",
  busca: "Buscar por chave, número, CNPJ ou nome",
  buscaRotulo: "Buscar documentos",
  demonstracao: "Demonstração",
  demonstracaoDica: "Conta de demonstração: empresas, notas e SEFAZ são inventadas.",
  minhaConta: "Minha conta",
  atalhos: "Atalhos de teclado",
  avisos: "Avisos",
  plano: (documentos: string, limite: string) => `${documentos} de ${limite} DF-e no mês`,
  tema: "Tema",
  temas: { light: "Claro", dark: "Escuro", auto: "Do sistema" },
  sair: "Sair",
  menuUsuario: (nome: string) => `Menu de ${nome}`,
  telas: {
    painel: "Painel",
    emitidos: "DF-e emitidos",
    recebidos: "DF-e recebidos",
    auditor: "Auditor",
    emails: "E-mails",
    importacao: "Importação",
    repositorio: "Repositório",
    administrador: "Administrador",
  },
  muitas: "999+",
  emAberto: (total: string) => `${total} NF-e e CT-e a processar no ERP, fora os em quarentena`,
  sessaoEncerrada: "Sua sessão terminou. Entre de novo para continuar.",
} as const);

/** The confirmation before unsaved changes are lost (spec §2). */
export const leaveTexts = translated("leaveTexts", {
  titulo: "Abandonar alterações?",
  texto: "As alterações deste formulário serão perdidas.",
  acao: "Abandonar",
  cancelar: "Continuar editando",
} as const);

export const failureTexts = translated("failureTexts", {
  recusa: "Não foi possível concluir",
  naoEncontrado: "O endereço está incompleto, ou o conteúdo é de outra conta.",
  nadaPerdido: "Nada foi perdido.",
  interna: "Erro no servidor",
  internaTexto: "O erro foi registrado. Se continuar, fale com o suporte.",
  internaPedido: (pedido: string) => `Informe ao suporte o código ${pedido}.`,
  tela: "Esta tela encontrou um erro",
  telaTexto: "Seus dados estão guardados. Recarregue a página para continuar.",
  recarregar: "Recarregar",
} as const);

export const caixaStateTexts = translated("caixaStateTexts", {
  coletando: (ok: number, total: number) => `${ok} de ${total} ${total === 1 ? "caixa" : "caixas"} coletando`,
  nenhuma: "Nenhuma caixa de e-mail",
  semColeta: "Ainda sem coleta",
  ultima: (quando: string) => `Última coleta ${quando}`,
  erro: (descricao: string, causa: string) => `${descricao}: ${causa}`,
  silenciosa: (descricao: string) => `${descricao} está silenciosa`,
  silenciosas: (n: number) => `${n} caixas silenciosas`,
  ver: "Ver as caixas de e-mail",
  conectar: "Conectar uma caixa de e-mail",
  pedirConexao: "Peça a um administrador da conta que conecte a primeira.",
} as const);

export const pagerTexts = translated("pagerTexts", {
  anterior: "Página anterior",
  proxima: "Próxima página",
  navegacao: "Páginas da lista",
  posicao: "Página",
  irPara: (pages: number) => `Ir para a página, de 1 a ${pages}`,
  linhas: "Documentos por página",
  de: (total: string) => `de ${total}`,
  documentos: (total: string) => (total === "1" ? "1 documento" : `${total} documentos`),
  emails: (total: string) => (total === "1" ? "1 e-mail" : `${total} e-mails`),
  maisDe: (total: string) => `mais de ${total}`,
  novos: (count: number) => (count === 1 ? "1 novo" : `${count} novos`),
} as const);

export const shortcutHints = translated("shortcutHints", {
  dicas: { mover: "mover", selecionar: "selecionar", abrir: "abrir", atalhos: "atalhos" },
} as const);

/** An explanation for the user: what happened and what to do. */
export type Explanation = {
  titulo: string;
  texto: string;
  /** A retry cannot help. */
  definitiva?: true;
};
