/** Why a delivery failed, by code. A sentence may contain {status}. */
export const WEBHOOK_FAILURES = {
  dns: "O endereço do servidor não foi encontrado. Confira a URL.",
  "endereco-proibido":
    "O servidor aponta para um endereço interno, que o Malote não acessa. Use um endereço público.",
  "porta-proibida": "Esta porta não é aceita. Use a 443 ou uma a partir da 1024.",
  recusada: "O servidor não aceitou a conexão nesta porta.",
  tls: "A conexão segura falhou: o certificado do servidor não pôde ser verificado.",
  tempo: "O servidor não respondeu em 15 segundos.",
  interrompida: "O servidor encerrou a conexão antes de responder.",
  protocolo: "O que o servidor respondeu não é HTTP.",
  redireciona:
    "O servidor respondeu {status}, um redirecionamento. O Malote não os segue: escreva a URL final.",
  status: "O servidor respondeu {status}. Só as respostas 2xx contam como entregues.",
  recusado: "O servidor respondeu 410: pediu para não receber mais avisos.",
  interna: "Um problema no Malote impediu o envio. Ele já está registrado para quem opera o sistema.",
} as const;
export type WebhookFailure = keyof typeof WEBHOOK_FAILURES;

/** Whether a text is such a code. */
export function isWebhookFailure(text: string): text is WebhookFailure {
  return Object.hasOwn(WEBHOOK_FAILURES, text);
}
