import type { FalhaWebhook, WebhookTipo } from "@malote/contract";
import { Refusal } from "../../errors.ts";
import type { FeedItem } from "../feed/publica.rows.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits between attempts of one delivery; the last attempt is {@link DESISTE_MS} after the first. */
export const ESPERAS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
] as const;

/** How long one delivery is attempted. */
export const DESISTE_MS = 24 * HOUR_MS;

/** Failures in a row after which a receiver counts as unavailable: one attempt per pause. */
export const FALHAS_DA_PAUSA = 4;
export const PAUSA_MS = 5 * MINUTE_MS;

/** Tests that one user may send in a window. */
export const TESTES_MAX = 20;
export const TESTES_JANELA_MS = 10 * MINUTE_MS;

/**
 * Deliveries of one webhook that may wait for their first attempt,
 * and that may wait in all; later events stay in the feed.
 */
export const PENDENTES_MAX = 500;
export const ESPERANDO_MAX = 5_000;
/** Newest deliveries of one webhook that are kept. */
export const GUARDADAS_MAX = 20_000;
/** Deliveries sent again by one call. */
export const REENVIO_MAX = 5_000;

/**
 * A delivery after a failed attempt. ciclo: attempts since it was last queued, this one included;
 * primeiraEm: when the first was.
 */
export type Tentada = { ciclo: number; primeiraEm: Date };

/**
 * When a failed delivery is attempted next; null: no more.
 * @param aguardeMs Retry-After of the receiver, 0 = none
 */
export function nextTry({ ciclo, primeiraEm }: Tentada, agora: Date, aguardeMs = 0): Date | null {
  const fim = primeiraEm.getTime() + DESISTE_MS;
  if (agora.getTime() >= fim) return null;
  const wait = ESPERAS_MS[ciclo - 1];
  const at = wait === undefined ? fim : agora.getTime() + Math.max(wait, aguardeMs);
  return new Date(Math.min(at, fim));
}

/** Result of one attempt. status: null without a response; aguardeMs: Retry-After in ms. */
export type Tentativa = {
  ok: boolean;
  erro: FalhaWebhook | null;
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
export type Resultado = "entregue" | "recusada" | "falhou";

export function resultadoOf({ ok, status }: Pick<Tentativa, "ok" | "status">): Resultado {
  if (ok) return "entregue";
  return status === null || status === 429 || status >= 500 ? "falhou" : "recusada";
}

/** Statuses that judge the message; any other refusal concerns the address or the sender's access. */
const DA_MENSAGEM: ReadonlySet<number> = new Set([400, 409, 413, 415, 422]);

export function isDaMensagem(status: number | null): boolean {
  return status !== null && DA_MENSAGEM.has(status);
}

/**
 * This many refused messages, of kinds accepted before and
 * without a delivery between them, count as a refusal of all.
 */
export const RECUSADAS_SEGUIDAS = 4;

/** Document change that a feed row announces; null: not announced. */
export type Mudanca = "nova" | "trocada" | "retirada";

const MUDANCA: Partial<Record<FeedItem["tipo"], Mudanca>> = {
  nota: "nova",
  troca: "trocada",
  quarentena: "retirada",
};

export function mudancaOf(tipo: FeedItem["tipo"]): Mudanca | null {
  return MUDANCA[tipo] ?? null;
}

/** Webhook event kind of each feed row. */
const TIPO: Readonly<Record<FeedItem["tipo"], WebhookTipo>> = {
  nota: "nota",
  troca: "nota",
  quarentena: "nota",
  evento: "evento",
  status: "status",
  marca: "marca",
};

export function tipoOf(tipo: FeedItem["tipo"]): WebhookTipo {
  return TIPO[tipo];
}

/**
 * Parses the address as it is stored.
 * @param privado also allows http and any port: a sandbox conta
 * @throws {Refusal} webhookUrlInvalida, webhookUrlSemHttps, webhookUrlComSenha, webhookUrlComFragmento
 */
export function readUrl(text: string, privado: boolean): URL {
  const campo = "webhook.url";
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:") || url.hostname === "") {
    throw new Refusal("webhookUrlInvalida", { campo });
  }
  if (url.protocol !== "https:" && !privado) throw new Refusal("webhookUrlSemHttps", { campo });
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
