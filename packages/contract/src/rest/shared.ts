import * as z from "zod/mini";
import { PAGE_DEPTH_MAX, PAGE_SIZE_MAX } from "../limits.ts";
import { instant } from "../wire.ts";

/** Documents of one POST /notas/lote/processado. */
export const BATCH_FLAGS_MAX = 500;
/** Default number of rows of a feed page. */
export const FEED_LIMIT = 50;
/** Keys, and CNPJs, of one filter. */
export const CHAVES_MAX = 200;
export const CNPJS_MAX = 50;
/** Characters of an Idempotency-Key. */
export const IDEMPOTENCY_KEY_MAX = 255;
/** New keys of one token per day. */
export const IDEMPOTENCY_DAY_MAX = 50_000;

const CURSOR_MAX = 64;

export const byId = z.strictObject({ id: z.uuid() });

/** The position in a feed, and the page size. */
export const byCursor = {
  /** `page.next` of the previous page; absent or "0" is the beginning. */
  cursor: z.optional(z.string().check(z.maxLength(CURSOR_MAX))),
  limit: z.optional(z.int().check(z.positive(), z.maximum(PAGE_SIZE_MAX))),
};

/** A page of a list by number, counted from 1. */
export const byPage = {
  pagina: z.optional(z.int().check(z.positive(), z.maximum(PAGE_DEPTH_MAX))),
  limit: z.optional(z.int().check(z.positive(), z.maximum(PAGE_SIZE_MAX))),
};

/** The position after a page of a feed. */
export const pageWire = z.object({
  /** The cursor of the next page; it stays valid for ever. */
  next: z.string(),
  /** False: everything published was read. A page may be short, or empty, although more follows. */
  hasMore: z.boolean(),
  /** The last sequence number that the conta published. */
  maxSeq: z.int(),
});

/** The state of an accepted operation. */
export const operationWire = z.object({
  id: z.string(),
  tipo: z.enum(["importacao", "exportacao", "download", "manifestacao", "consultaSefaz"]),
  estado: z.enum(["pendente", "em-andamento", "concluida", "falhou"]),
  criadaEm: instant,
  terminadoEm: instant,
  /** Its result as a sentence; null if there is none. */
  mensagem: z.nullable(z.string()),
  /** The address of its subject. */
  recurso: z.string(),
});

/** Why a request was refused (RFC 9457). */
export const problemWire = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  /** The sentence for a user. */
  mensagem: z.string(),
  /** Its key, for a program. */
  codigo: z.string(),
  erros: z.array(z.object({ campo: z.string(), mensagem: z.string() })),
  requestId: z.string(),
});
