import type * as source from "../../../texts/operator/pages.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/operator/pages.ts`: the backups page. */
export const backupTexts: Translated<typeof source.backupTexts> = {
  painel: "Backup",
  titulo: "Backups",
  fazerAgora: "Back up now",
  pedidoFeito: "Backup requested. It starts in a moment.",
  pedido: (hora) => `requested at ${hora}, not started yet`,
  fazendo: (hora) => (hora ? `in progress since ${hora}` : "in progress"),
  feito: (quando) => `Done ${quando}`,
  em: (tamanho, duracao) => `${tamanho} in ${duracao}`,
  guardado: (destino) => `stored in ${destino}`,
  falhou: (quando) => `Failed ${quando}`,
  nunca: "No backup has been made",
  nuncaTexto: "The first one is made automatically. To avoid waiting, use Back up now.",
  conferido: (quando) => `Fully checked ${quando}`,
  conferidoEmParte: (quando) => `Partly checked ${quando}`,
  conferenciaFalhou: (quando) => `The check failed ${quando}`,
  lidos: (documentos) =>
    documentos === "1"
      ? "1 document read, equal byte by byte"
      : `${documentos} documents read, equal byte by byte`,
  inteiro: "everything in it was read and matches",
  nuncaConferido: "Never checked",
  nuncaConferidoTexto: "To check the backup, run: npm run backup -- conferir",
  semDestino: "Backup not configured",
  semDestinoTexto: "Set BACKUP_DESTINO (a folder or s3://…) and a password in BACKUP_SENHA_ARQUIVO.",
  total: (n) => (n === 1 ? "1 run" : `${n} runs`),
  vazio: "No backups yet",
  vazioTexto: "The runs appear here with their result, size and duration.",
  colunas: {
    quando: "When",
    tipo: "What",
    resultado: "Result",
    tamanho: "Size",
    duracao: "Duration",
    documentos: "Documents",
    detalhe: "Detail",
  },
  notas: (n) => (n === "1" ? "1 document" : `${n} documents`),
  tipos: { criar: "Backup", conferir: "Check", restaurar: "Restore" },
  resultados: { ok: "Done", falhou: "Failed", andando: "In progress" },
  guardados: (destino) => `Stored in ${destino}`,
  novos: (tamanho) => `${tamanho} new`,
};

/** English texts of the operator's list of mailboxes of all accounts. */
export const allCaixasTexts: Translated<typeof source.allCaixasTexts> = {
  painel: "Mailboxes with an error",
  titulo: "Mailboxes",
  ver: (n) => (n === "1" ? "View the mailbox" : `View all ${n}`),
  verErros: (n) => `View the ${n} with an error`,
  ha: (duracao) => `${duracao} ago`,
  nenhumaEmErro: "No mailbox with an error.",
  total: (n) => (n === "1" ? "1 mailbox" : `${n} mailboxes`),
  abas: { rotulo: "Which mailboxes", erro: "With an error", todas: "All" },
  vazio: "No mailboxes",
  vazioTexto: "Mailboxes appear here as soon as the accounts connect them.",
  vazioErro: "No mailbox with an error",
  vazioErroTexto: "All connected mailboxes respond.",
  coletando: "Collecting",
  nunca: "never",
  colunas: {
    endereco: "Mailbox",
    conta: "Account",
    servidor: "Server",
    situacao: "Status",
    coleta: "Last collection",
  },
};

/** English texts of the certificates that expire soon. */
export const expiringCertificadosTexts: Translated<typeof source.expiringCertificadosTexts> = {
  painel: "Certificates expiring",
  nenhum: "None expires in the next 30 days.",
  ver: (n) => `View all ${n}`,
  vence: (tipo, data, em) => `${tipo}, expires on ${data}, ${em}`,
  venceu: (tipo, data) => `${tipo}, expired on ${data}`,
  em: (dias) => `in ${dias}`,
  ha: (dias) => `${dias} ago`,
  hoje: "today",
};

/** English texts of the warning e-mail to an account. */
export const warnContaTexts: Translated<typeof source.warnContaTexts> = {
  acao: "Notify the account",
  acaoDe: (nome) => `Notify the account about ${nome}`,
  avisada: (quando) => `notified ${quando}`,
  feito: "The account was notified by e-mail.",
};

/** English texts of the operators' action log. */
export const operatorLogTexts: Translated<typeof source.operatorLogTexts> = {
  titulo: "Log",
  total: (n) => (n === "1" ? "1 entry" : `${n} entries`),
  vazio: "No entries",
  vazioTexto: "The actions of operators (pauses, new attempts, requests and notices) are recorded here.",
  colunas: { quando: "When", usuario: "Who", texto: "What", conta: "Account", detalhe: "Detail" },
};

/** English texts of the installation's settings. */
export const settingsTexts: Translated<typeof source.settingsTexts> = {
  titulo: "Settings",
  total: (n) => `${n} variables`,
  colunas: { nome: "Variable", valor: "Value", origem: "Source" },
  definida: "Set",
  padrao: "Default",
  secreta: "set, not shown",
  vazio: "no value",
  comoMudar: "Read only: the values come from the server environment and change when it is restarted.",
};
