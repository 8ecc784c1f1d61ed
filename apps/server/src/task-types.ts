/**
 * Task types, each with its queue. alvo: caixa id (poll), email id (ingest), chave (validate),
 * envio id (envio), "<empresa id> NFe" or "<empresa id> CTe" (distribuicao), manifestacao id
 * (manifesto), importacao id (importacao), arquivo_pedido id (exportacao, repositorio), webhook id
 * (webhook), lote id (lote). empresa: a CNPJ that was added to or removed from the conta, "partes"
 * after an upgrade that reads more parties, "dias" after a change of time zone.
 */
export const TASK_TYPES = [
  "poll",
  "ingest",
  "validate",
  "envio",
  "distribuicao",
  "manifesto",
  "empresa",
  "importacao",
  "exportacao",
  "repositorio",
  "webhook",
  "lote",
] as const;
export type TaskType = (typeof TASK_TYPES)[number];
