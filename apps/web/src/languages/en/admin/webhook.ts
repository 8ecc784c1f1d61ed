import type { DeliveryState, WebhookReason, WebhookType } from "@malote/contract";
import type * as source from "../../../texts/admin/webhook.ts";
import type { Translated } from "../../translated.ts";

const EVENT_TYPES: Readonly<Record<WebhookType, string>> = {
  nota: "Document",
  evento: "Event",
  status: "Status at SEFAZ",
  divergencia: "Mismatch",
  marca: "Flag",
  caixa: "Mailbox",
  prazo: "Statement deadline",
};
const EVENT_DESCRIPTIONS: Readonly<Record<WebhookType, string>> = {
  nota: "It arrived, was replaced by another copy or was removed.",
  evento: "Cancellation, correction letter, recipient's statement.",
  status: "The status of a document at SEFAZ changed.",
  divergencia: "The protocol of the XML and SEFAZ no longer match, or match again.",
  marca: "Processed, received or checked changed.",
  caixa: "A mailbox stopped, works again or is silent. Only with all companies.",
  prazo: "15 or 3 days are left until the deadline for the statement about a received NF-e.",
};
const DELIVERY_STATES: Readonly<Record<DeliveryState, string>> = {
  pendente: "Queued",
  entregue: "Delivered",
  falhou: "Failed",
};
const FAILURE_REASONS: Readonly<Record<WebhookReason, string>> = {
  pessoa: "Turned off by a person",
  falhas: "Turned off: nothing was accepted in 24 hours",
  recusado: "Turned off: the server answered 410",
};

/** English texts of `texts/admin/webhook.ts`. */
export const webhookTexts: Translated<typeof source.webhookTexts> = {
  tipos: EVENT_TYPES,
  sobre: EVENT_DESCRIPTIONS,
  estados: DELIVERY_STATES,
  motivos: FAILURE_REASONS,
  tipoDe: (tipo) => (tipo === "teste" ? "Test" : EVENT_TYPES[tipo]),
  lista: "Webhooks",
  novo: "New webhook",
  nenhum: "No webhooks",
  nenhumTexto:
    "With a webhook Malote notifies your ERP as soon as something happens, so the ERP does not have to ask.",
  abrir: (nome) => `Open the webhook ${nome}`,
  situacao: "Status",
  ativo: "Active",
  esperando: (n) => (n === 1 ? "1 delivery queued" : `${n} deliveries queued`),
  falhas: (n) => `${n} failed`,
  semFalhas: "nothing failed",
  ultima: (ha) => `last delivery ${ha}`,
  nunca: "no delivery yet",
  falhando: (n) => (n === 1 ? "the last attempt failed" : `the last ${n} attempts failed`),
  fechar: "Close",
  editar: "Edit",
  ativar: "Turn on",
  desativar: "Turn off",
  testar: "Send test",
  testeFeito: (status, ms) => `The server answered ${status} in ${ms} ms.`,
  girar: "Replace secret",
  girarPergunta: {
    titulo: "Replace the secret?",
    texto:
      "The new secret is shown once. The current one also signs for 24 hours, so that you can replace it without stopping.",
    acao: "Replace",
  },
  excluir: "Delete",
  excluirPergunta: (nome) => ({
    titulo: `Delete ${nome}?`,
    texto:
      "It is no longer notified from now on, and the log of deliveries is deleted. This cannot be undone.",
    acao: "Delete",
  }),
  abandonar: {
    titulo: "Discard changes?",
    texto: "What you changed in this webhook has not been saved yet.",
    acao: "Discard",
    cancelar: "Back to the webhook",
  },
  semCopiar: {
    titulo: "Close without copying?",
    texto:
      "The secret is not shown again. Without it your program cannot check the signature, and you will have to replace it.",
    acao: "Close",
    cancelar: "Back to the secret",
  },
  excluido: "Webhook deleted.",
  salvo: "Webhook saved.",
  parado: (desde) =>
    `Since ${desde}. What has happened since then is stored and is sent in order when you turn it on.`,
  campos: {
    url: "Address",
    urlDica: "Malote sends a POST with JSON. Only https, and no redirect is followed.",
    descricao: "Name",
    descricaoDica: "To recognize it in this list.",
    tipos: "Notify about",
    empresas: "Companies",
    todas: "All companies",
    algumas: "Only some",
    nenhumaEmpresa: "The account has no companies yet.",
    criar: "Create the webhook",
    salvar: "Save",
  },
  segredo: {
    titulo: "Copy the secret",
    texto:
      "This is the only time it is shown in full. With it your program checks that the notification came from Malote.",
    rotulo: "Secret",
    copiar: "Copy the secret",
    pronto: "I have copied it",
    exemplo: "How to check the signature (Node.js)",
    copiarExemplo: "Copy the example",
  },
  registro: {
    titulo: "Deliveries",
    estado: "Show",
    todas: "All",
    nenhuma: "No deliveries",
    nenhumaTexto: "Use Send test to see the first one.",
    nenhumaAssim: "No deliveries in this state",
    desde: "Failures of",
    dia: "24 hours",
    semana: "7 days",
    mes: "30 days",
    reenviarFalhas: "Resend those that failed",
    reenviadas: (n) =>
      n === 0
        ? "No failures in this period."
        : n === 1
          ? "1 delivery goes back to the queue."
          : `${n} deliveries go back to the queue.`,
    tentativas: (n) => (n === 1 ? "1 attempt" : `${n} attempts`),
    proxima: (quando) => `next on ${quando}`,
    reenviar: "Resend",
    reenviada: "Back in the queue.",
    enviado: "Sent",
    respondido: "Answered",
    semResposta: "There was no answer.",
    vazia: "The answer was empty.",
    anteriores: "Older",
    recentes: "Newer",
  },
};
