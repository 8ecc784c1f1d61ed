import type * as z from "zod/mini";
import { arquivosRest } from "./arquivos.ts";
import { casaRest } from "./casa.ts";
import { eventosRest } from "./eventos.ts";
import { marcasRest } from "./marcas.ts";
import { notasRest } from "./notas.ts";
import type { RestRow, VerboRest } from "./rota.ts";
import { sefazRest } from "./sefaz.ts";
import { webhooksRest } from "./webhooks.ts";

/** Every address of REST v1: access, input and response. The server, the OpenAPI document and the
 * reference read this table. */
export const REST = {
  ...notasRest,
  ...marcasRest,
  ...sefazRest,
  ...eventosRest,
  ...arquivosRest,
  ...casaRest,
  ...webhooksRest,
} as const satisfies Record<`${VerboRest} /${string}`, RestRow>;

export type Rest = typeof REST;
export type RotaName = keyof Rest;

type Lido<R, K extends string> = R extends { readonly [P in K]: infer S extends z.ZodMiniType }
  ? z.output<S>
  : null;

/** The parsed request of an address. */
export type EntradaOf<N extends RotaName> = {
  caminho: Lido<Rest[N], "caminho">;
  query: Lido<Rest[N], "query">;
  corpo: Lido<Rest[N], "corpo">;
};

/** The response body of an address: the output of its schema; "arquivo" and "nada" have none. */
export type CorpoOf<N extends RotaName> = Rest[N]["responde"] extends {
  schema: infer S extends z.ZodMiniType;
}
  ? z.output<S>
  : null;

/** The row of an address, without the types of its own schemas. */
export function getRestRow(name: RotaName): RestRow {
  return REST[name];
}

/** Every address, in the order of the table. */
export const ROTAS = Object.keys(REST) as readonly RotaName[];
