import type { FalhaWebhook, WebhookTipo } from "@malote/contract";
import { Refusal } from "../../errors.ts";
import type { FeedItem } from "../feed/publica.rows.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits between the tries of one telling; the last try is {@link DESISTE_MS} after the first. */
export const ESPERAS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
] as const;

/** How long one telling is tried. */
export const DESISTE_MS = 24 * HOUR_MS;

/** Failures in a row after which a receiver is taken to be away: one try at a time, so far apart. */
export const FALHAS_DA_PAUSA = 4;
export const PAUSA_MS = 5 * MINUTE_MS;

/** Tests that one user may send in a window. */
export const TESTES_MAX = 20;
export const TESTES_JANELA_MS = 10 * MINUTE_MS;

/** Tellings of one webhook that wait for their first try, and those that wait at all; what happens beyond waits in the feed. */
export const PENDENTES_MAX = 500;
export const ESPERANDO_MAX = 5_000;
/** Tellings of one webhook that are remembered, the newest. */
export const GUARDADAS_MAX = 20_000;
/** Sent again by one call. */
export const REENVIO_MAX = 5_000;

/** Where a telling stands after a try that failed. ciclo: tries since it was last asked for, this one included; primeiraEm: when the first was. */
export type Tentada = { ciclo: number; primeiraEm: Date };

/**
 * When a telling that failed is tried next; null: no more.
 * @param aguardeMs what the receiver asked for (Retry-After), 0 = nothing
 */
export function nextTry({ ciclo, primeiraEm }: Tentada, agora: Date, aguardeMs = 0): Date | null {
  const fim = primeiraEm.getTime() + DESISTE_MS;
  if (agora.getTime() >= fim) return null;
  const wait = ESPERAS_MS[ciclo - 1];
  const at = wait === undefined ? fim : agora.getTime() + Math.max(wait, aguardeMs);
  return new Date(Math.min(at, fim));
}

/** How one try went. status: null when nothing was answered; aguardeMs: the receiver asked for so long. */
export type Tentativa = {
  ok: boolean;
  erro: FalhaWebhook | null;
  status: number | null;
  ms: number;
  resposta: string | null;
  aguardeMs: number;
};

/**
 * What a try says of its receiver: there and took it; there and did not want this one; or failing itself, which is what no answer, 429 and 5xx
 * say. Only the last speaks against the receiver: the next telling may be welcome to who refused this one.
 */
export type Resultado = "entregue" | "recusada" | "falhou";

export function resultadoOf({ ok, status }: Pick<Tentativa, "ok" | "status">): Resultado {
  if (ok) return "entregue";
  return status === null || status === 429 || status >= 500 ? "falhou" : "recusada";
}

/** Statuses by which a receiver judges the message; any other refusal is about the address or who may write to it. */
const DA_MENSAGEM: ReadonlySet<number> = new Set([400, 409, 413, 415, 422]);

export function isDaMensagem(status: number | null): boolean {
  return status !== null && DA_MENSAGEM.has(status);
}

/** So many messages refused, of kinds that it took before and with nothing delivered meanwhile, are a receiver's refusal of all. */
export const RECUSADAS_SEGUIDAS = 4;

/** What a telling says of a document, by the row of the feed that it comes from. null: nobody is told. */
export type Mudanca = "nova" | "trocada" | "retirada";

const MUDANCA: Partial<Record<FeedItem["tipo"], Mudanca>> = {
  nota: "nova",
  troca: "trocada",
  quarentena: "retirada",
};

export function mudancaOf(tipo: FeedItem["tipo"]): Mudanca | null {
  return MUDANCA[tipo] ?? null;
}

/** What of the feed is told as what. */
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
 * The address as it is kept.
 * @param privado http and any port are allowed too: a conta of the sandbox
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

/** Whose address it is, for letters and acts: its path may be a key. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

export function portOf(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}
