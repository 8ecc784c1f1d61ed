import type { MensagemKey } from "@malote/contract";
import { formatMensagem } from "@malote/contract";

/** What a refusal may say beside its sentence: the `{names}` of the sentence and the field it is about. */
export type RefusalDetails = { values?: Record<string, string | number>; campo?: string };

/** An expected "no" that the user reads; its `message` is the finished sentence. */
export class Refusal extends Error {
  readonly key: MensagemKey;
  readonly values: Record<string, string | number> | undefined;
  readonly campo: string | undefined;

  constructor(key: MensagemKey, details: RefusalDetails = {}) {
    super(formatMensagem(key, details.values));
    this.name = "Refusal";
    this.key = key;
    this.values = details.values;
    this.campo = details.campo;
  }
}

/** The outside world did not answer: the only kind of error that is retried. */
export class Outage extends Error {
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number, options?: ErrorOptions) {
    super(message, options);
    this.name = "Outage";
    this.retryAfterMs = retryAfterMs;
  }
}

/** A process that must not start; the message is for the operator, in Portuguese, and is all that is printed. */
export class StartRefusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartRefusal";
  }
}

/** How long to wait when `error` is an outage, ours or that of a package below; null when it is a bug. */
export function retryAfterMsOf(error: unknown): number | null {
  if (!(error instanceof Error) || !("retryAfterMs" in error)) return null;
  return typeof error.retryAfterMs === "number" ? error.retryAfterMs : null;
}
