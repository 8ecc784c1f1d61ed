import { translated } from "../../languages/language.ts";

/** Texts of the operator's backups page. */
export const backupTexts = translated("backupTexts", {
  painel: "Backup",
  titulo: "Backups",
  fazerAgora: "Fazer agora",
  pedidoFeito: "Backup pedido. Ele começa em instantes.",
  pedido: (hora: string) => `pedido às ${hora}, ainda não começou`,
  fazendo: (hora: string | null) => (hora ? `em andamento desde ${hora}` : "em andamento"),
  feito: (quando: string) => `Feito ${quando}`,
  em: (tamanho: string, duracao: string) => `${tamanho} em ${duracao}`,
  guardado: (destino: string) => `guardado em ${destino}`,
  falhou: (quando: string) => `Falhou ${quando}`,
  nunca: "Nenhum backup foi feito",
  nuncaTexto: "O primeiro é feito automaticamente. Para não esperar, use Fazer agora.",
  conferido: (quando: string) => `Conferido por inteiro ${quando}`,
  conferidoEmParte: (quando: string) => `Conferido em parte ${quando}`,
  conferenciaFalhou: (quando: string) => `A conferência falhou ${quando}`,
  lidos: (documentos: string) =>
    documentos === "1"
      ? "1 documento lido, byte a byte igual"
      : `${documentos} documentos lidos, byte a byte iguais`,
  inteiro: "tudo o que está nele foi lido e confere",
  nuncaConferido: "Nunca foi conferido",
  nuncaConferidoTexto: "Para conferir o backup, rode: npm run backup -- conferir",
  semDestino: "Backup não configurado",
  semDestinoTexto: "Defina BACKUP_DESTINO (uma pasta ou s3://…) e uma senha em BACKUP_SENHA_ARQUIVO.",
  total: (n: number) => (n === 1 ? "1 execução" : `${n} execuções`),
  vazio: "Nenhum backup ainda",
  vazioTexto: "As execuções aparecem aqui com o resultado, o tamanho e a duração.",
  colunas: {
    quando: "Quando",
    tipo: "O quê",
    resultado: "Resultado",
    tamanho: "Tamanho",
    duracao: "Duração",
    documentos: "Notas",
    detalhe: "Detalhe",
  },
  notas: (n: string) => (n === "1" ? "1 nota" : `${n} notas`),
  tipos: { criar: "Backup", conferir: "Conferência", restaurar: "Restauração" },
  resultados: { ok: "Feito", falhou: "Falhou", andando: "Em andamento" },
  guardados: (destino: string) => `Guardados em ${destino}`,
  novos: (tamanho: string) => `${tamanho} novos`,
} as const);

/** Texts of the operator's list of mailboxes of all contas. */
export const allCaixasTexts = translated("allCaixasTexts", {
  painel: "Caixas com erro",
  titulo: "Caixas",
  ver: (n: string) => (n === "1" ? "Ver a caixa" : `Ver as ${n}`),
  verErros: (n: string) => `Ver as ${n} com erro`,
  ha: (duracao: string) => `há ${duracao}`,
  nenhumaEmErro: "Nenhuma caixa com erro.",
  total: (n: string) => (n === "1" ? "1 caixa" : `${n} caixas`),
  abas: { rotulo: "Quais caixas", erro: "Com erro", todas: "Todas" },
  vazio: "Nenhuma caixa",
  vazioTexto: "As caixas aparecem aqui assim que as contas as conectam.",
  vazioErro: "Nenhuma caixa com erro",
  vazioErroTexto: "Todas as caixas conectadas respondem.",
  coletando: "Coletando",
  nunca: "nunca",
  colunas: {
    endereco: "Caixa",
    conta: "Conta",
    servidor: "Servidor",
    situacao: "Situação",
    coleta: "Última coleta",
  },
} as const);

/** Texts of the certificados that expire soon. */
export const expiringCertificadosTexts = translated("expiringCertificadosTexts", {
  painel: "Certificados vencendo",
  nenhum: "Nenhum vence nos próximos 30 dias.",
  ver: (n: string) => `Ver os ${n}`,
  vence: (tipo: string, data: string, em: string) => `${tipo}, vence em ${data}, ${em}`,
  venceu: (tipo: string, data: string) => `${tipo}, venceu em ${data}`,
  em: (dias: string) => `em ${dias}`,
  ha: (dias: string) => `há ${dias}`,
  hoje: "hoje",
} as const);

/** Texts of the warning e-mail to a conta. */
export const warnContaTexts = translated("warnContaTexts", {
  acao: "Avisar a conta",
  acaoDe: (nome: string) => `Avisar a conta sobre ${nome}`,
  avisada: (quando: string) => `avisada ${quando}`,
  feito: "A conta foi avisada por e-mail.",
} as const);

/** Texts of the operators' action log. */
export const operatorLogTexts = translated("operatorLogTexts", {
  titulo: "Registros",
  total: (n: string) => (n === "1" ? "1 registro" : `${n} registros`),
  vazio: "Nenhum registro",
  vazioTexto: "As ações dos operadores (pausas, novas tentativas, pedidos e avisos) ficam registradas aqui.",
  colunas: { quando: "Quando", usuario: "Quem", texto: "O quê", conta: "Conta", detalhe: "Detalhe" },
} as const);

/** Texts of the installation's settings. */
export const settingsTexts = translated("settingsTexts", {
  titulo: "Configuração",
  total: (n: string) => `${n} variáveis`,
  colunas: { nome: "Variável", valor: "Valor", origem: "Origem" },
  definida: "Definida",
  padrao: "Padrão",
  secreta: "definida, não é mostrada",
  vazio: "sem valor",
  comoMudar: "Só leitura: os valores vêm do ambiente do servidor e mudam quando ele é reiniciado.",
} as const);
