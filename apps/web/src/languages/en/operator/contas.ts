import type * as source from "../../../texts/operator/contas.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/operator/contas.ts`. */
export const allContasTexts: Translated<typeof source.allContasTexts> = {
  titulo: "Accounts",
  total: (contas) => (contas === "1" ? "1 account" : `${contas} accounts`),
  vazio: "No accounts",
  vazioTexto: "Accounts appear here as soon as they are opened.",
  demonstracao: "demo",
  nunca: "never",
  colunas: {
    conta: "Account",
    uso: "Documents this month",
    caixas: "Mailboxes",
    captura: "Last e-mail",
    espera: "Queue",
    feed: "Feed",
    webhooks: "Webhooks",
  },
  uso: (documentos, plano) => `${documentos} of ${plano}`,
  guardado: (emails, tamanho) => `${emails} ${emails === "1" ? "e-mail" : "e-mails"}, ${tamanho}`,
  caixas: (quantas) => (quantas === "1" ? "1 mailbox" : `${quantas} mailboxes`),
  semCaixa: "no mailbox",
  comErro: (quantas) => `${quantas} with an error`,
  silenciosas: (quantas) => `${quantas} silent`,
  emDia: "up to date",
  esperam: (quantas) => (quantas === "1" ? "1 task" : `${quantas} tasks`),
  desde: (ha) => `the oldest, ${ha}`,
  numero: (numero) => `no. ${numero}`,
  desligados: (quantos) => `${quantos} turned off`,
  ligados: "all active",
};
