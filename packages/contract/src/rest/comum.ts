import * as z from "zod/mini";
import { PAGE_DEPTH_MAX, PAGE_SIZE_MAX } from "../limits.ts";
import { instant } from "../wire.ts";

/** Documents of one POST /notas/lote/processado. */
export const LOTE_MARCAS_MAX = 500;
/** Rows of a page of a feed unless asked otherwise. */
export const FEED_LIMIT = 50;
/** Keys, and CNPJs, that one filter may name. */
export const CHAVES_MAX = 200;
export const CNPJS_MAX = 50;
/** Characters of an Idempotency-Key. */
export const IDEMPOTENCY_KEY_MAX = 255;
/** New keys of one token in a day. */
export const IDEMPOTENCY_DIA_MAX = 50_000;

const CURSOR_MAX = 64;

export const porId = z.strictObject({ id: z.uuid() });

/** Where reading goes on, and how much at a time. */
export const porCursor = {
  /** `page.next` of the page before; absent or "0" is the beginning. */
  cursor: z.optional(z.string().check(z.maxLength(CURSOR_MAX))),
  limit: z.optional(z.int().check(z.positive(), z.maximum(PAGE_SIZE_MAX))),
};

/** A page of a list by its number, counted from 1. */
export const porPagina = {
  pagina: z.optional(z.int().check(z.positive(), z.maximum(PAGE_DEPTH_MAX))),
  limit: z.optional(z.int().check(z.positive(), z.maximum(PAGE_SIZE_MAX))),
};

/** Where a feed goes on. */
export const pageWire = z.object({
  /** The cursor of the next page; kept, it is good for ever. */
  next: z.string(),
  /** False: all that is published was read. A page may be short, or empty, while there is more. */
  hasMore: z.boolean(),
  /** The last number that the conta published. */
  maxSeq: z.int(),
});

/** Where work that was taken on stands. */
export const operacaoWire = z.object({
  id: z.string(),
  tipo: z.enum(["importacao", "exportacao", "download", "manifestacao", "consultaSefaz"]),
  estado: z.enum(["pendente", "em-andamento", "concluida", "falhou"]),
  criadaEm: instant,
  terminadoEm: instant,
  /** What came of it, in a sentence; null when there is nothing to say. */
  mensagem: z.nullable(z.string()),
  /** The address of what it is about. */
  recurso: z.string(),
});

/** Why something was refused (RFC 9457). */
export const problemaWire = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  /** The sentence, for a person. */
  mensagem: z.string(),
  /** The same for a program. */
  codigo: z.string(),
  erros: z.array(z.object({ campo: z.string(), mensagem: z.string() })),
  requestId: z.string(),
});
