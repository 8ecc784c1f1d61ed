import type { PLANS, Veredito } from "@malote/contract";
import type { TipoNota } from "@malote/syntax";
import type { ColumnType } from "kysely";

// Types of columns, for the generated tables (prisma/schema.prisma).

/** `timestamptz`. */
export type Instant = ColumnType<Date, Date, Date>;
/** `date`: yyyy-MM-dd. */
export type Day = ColumnType<string, string, string>;
export type Bytes = ColumnType<Buffer, Uint8Array, Uint8Array>;
/** `jsonb`, written as JSON text: pg would send an array as an array of PostgreSQL. */
export type Json = ColumnType<unknown, string, string>;
/** E = received (entrada), S = issued (saída). */
export type Side = "E" | "S";
export type TipoPessoa = "Física" | "Jurídica";
/** Documents per month. */
export type Plano = (typeof PLANS)[number];
export type ManifestacaoCode = 0 | 1 | 2 | 3 | 4;
export type EventoOrigin = "email" | "sefaz";
export type AnexoOutcome =
  | "nota"
  | "evento"
  | "duplicada"
  | "outro-dfe"
  | "nao-dfe"
  | "pacote"
  | "quarentena"
  | "erro";
export type { TipoNota, Veredito };
