import type { WebhookFailure, WebhookType } from "@malote/contract";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import type { FeedItem } from "../documento/documento.rules.ts";

/** Waits between attempts of one delivery; the last attempt is {@link GIVE_UP_MS} after the first. */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
] as const;

/** How long one delivery is attempted. */
export const GIVE_UP_MS = DAY_MS;

/** Failures in a row after which a receiver counts as unavailable: one attempt per pause. */
export const PAUSE_AFTER_FAILURES = 4;
export const PAUSE_MS = 5 * MINUTE_MS;

/** Tests that one user may send in a window. */
export const TESTS_MAX = 20;
export const TESTS_WINDOW_MS = 10 * MINUTE_MS;

/**
 * Deliveries of one webhook that may wait for their first attempt,
 * and that may wait in all; later events stay in the feed.
 */
export const UNTRIED_MAX = 500;
export const PENDING_MAX = 5_000;
/** Newest deliveries of one webhook that are kept. */
export const KEPT_MAX = 20_000;
/** Deliveries sent again by one call. */
export const RESEND_MAX = 5_000;

/**
 * A delivery after a failed attempt. ciclo: attempts since it was last queued, this one included;
 * primeiraEm: when the first was.
 */
export type FailedDelivery = { ciclo: number; primeiraEm: Date };

/**
 * When a failed delivery is attempted next; null: no more.
 * @param aguardeMs Retry-After of the receiver, 0 = none
 */
export function nextAttemptAt({ ciclo, primeiraEm }: FailedDelivery, now: Date, aguardeMs = 0): Date | null {
  const giveUpAt = primeiraEm.getTime() + GIVE_UP_MS;
  if (now.getTime() >= giveUpAt) return null;
  const wait = RETRY_DELAYS_MS[ciclo - 1];
  const at = wait === undefined ? giveUpAt : now.getTime() + Math.max(wait, aguardeMs);
  return new Date(Math.min(at, giveUpAt));
}

/** Result of one attempt. status: null without a response; aguardeMs: Retry-After in ms. */
export type Attempt = {
  ok: boolean;
  erro: WebhookFailure | null;
  status: number | null;
  ms: number;
  resposta: string | null;
  aguardeMs: number;
};

/**
 * Outcome of an attempt for its receiver: delivered; this message refused;
 * or failed, which is no answer, 429 or 5xx. Only a failure counts against
 * the receiver: it may accept the next message after it refuses one.
 */
export type AttemptOutcome = "entregue" | "recusada" | "falhou";

export function outcomeOf({ ok, status }: Pick<Attempt, "ok" | "status">): AttemptOutcome {
  if (ok) return "entregue";
  return status === null || status === 429 || status >= 500 ? "falhou" : "recusada";
}

/** Statuses that judge the message; any other refusal concerns the address or the sender's access. */
const MESSAGE_STATUSES: ReadonlySet<number> = new Set([400, 409, 413, 415, 422]);

export function isMessageFault(status: number | null): boolean {
  return status !== null && MESSAGE_STATUSES.has(status);
}

/**
 * This many refused messages, of kinds accepted before and
 * without a delivery between them, count as a refusal of all.
 */
export const REFUSALS_IN_A_ROW = 4;

/** Document change that a feed row announces; null: not announced. */
export type DocumentChange = "nova" | "trocada" | "retirada";

const CHANGE_OF_FEED_KIND: Partial<Record<FeedItem["tipo"], DocumentChange>> = {
  nota: "nova",
  troca: "trocada",
  quarentena: "retirada",
};

export function documentChangeOf(tipo: FeedItem["tipo"]): DocumentChange | null {
  return CHANGE_OF_FEED_KIND[tipo] ?? null;
}

/** Webhook event kind of each feed row. */
const EVENT_TYPE: Readonly<Record<FeedItem["tipo"], WebhookType>> = {
  nota: "nota",
  troca: "nota",
  quarentena: "nota",
  evento: "evento",
  status: "status",
  marca: "marca",
};

export function eventTypeOf(tipo: FeedItem["tipo"]): WebhookType {
  return EVENT_TYPE[tipo];
}

/**
 * Parses the address as it is stored.
 * @param allowPrivate also allows http and any port: a sandbox conta
 * @throws {Refusal} webhookUrlInvalida, webhookUrlSemHttps, webhookUrlComSenha, webhookUrlComFragmento
 */
export function readUrl(text: string, allowPrivate: boolean): URL {
  const campo = "webhook.url";
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:") || url.hostname === "") {
    throw new Refusal("webhookUrlInvalida", { campo });
  }
  if (url.protocol !== "https:" && !allowPrivate) throw new Refusal("webhookUrlSemHttps", { campo });
  if (url.username !== "" || url.password !== "") throw new Refusal("webhookUrlComSenha", { campo });
  if (url.hash !== "") throw new Refusal("webhookUrlComFragmento", { campo });
  return url;
}

/** Host of an address, for e-mails and audit records: the path may be secret. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

export function portOf(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}
