import type * as z from "zod/mini";
import { administrationRest } from "./administration.ts";
import { eventosRest } from "./eventos.ts";
import { faltandoRest } from "./faltando.ts";
import { filesRest } from "./files.ts";
import { flagsRest } from "./flags.ts";
import { lotesRest } from "./lotes.ts";
import { notasRest } from "./notas.ts";
import type { RestRow, RestVerb } from "./route.ts";
import { sefazRest } from "./sefaz.ts";
import { visoesRest } from "./visoes.ts";
import { webhooksRest } from "./webhooks.ts";

/** Every address of REST v1: access, input and response. The server, the OpenAPI document and the
 * reference read this table. */
export const REST = {
  ...notasRest,
  ...flagsRest,
  ...sefazRest,
  ...eventosRest,
  ...filesRest,
  ...administrationRest,
  ...faltandoRest,
  ...lotesRest,
  ...visoesRest,
  ...webhooksRest,
} as const satisfies Record<`${RestVerb} /${string}`, RestRow>;

export type Rest = typeof REST;
export type RouteName = keyof Rest;

type Parsed<R, K extends string> = R extends { readonly [P in K]: infer S extends z.ZodMiniType }
  ? z.output<S>
  : null;

/** The parsed request of an address. */
export type InputOf<N extends RouteName> = {
  caminho: Parsed<Rest[N], "caminho">;
  query: Parsed<Rest[N], "query">;
  corpo: Parsed<Rest[N], "corpo">;
};

/** The response body of an address: the output of its schema; "arquivo" and "nada" have none. */
export type BodyOf<N extends RouteName> = Rest[N]["responde"] extends {
  schema: infer S extends z.ZodMiniType;
}
  ? z.output<S>
  : null;

/** The row of an address, without the types of its own schemas. */
export function getRestRow(name: RouteName): RestRow {
  return REST[name];
}

/** Every address, in the order of the table. */
export const ROUTES = Object.keys(REST) as readonly RouteName[];
