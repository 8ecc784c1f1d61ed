import type {
  CorpoOf,
  EntradaOf,
  MethodName,
  ParsedParamsOf,
  Rest,
  ResultOf,
  RotaName,
} from "@malote/contract";
import type { Request } from "express";
import { runHandler } from "../../rpc/handlers.ts";
import type { Download } from "../../services/download.ts";
import type { SignedInContext } from "../../services/handler.ts";

/** What an address gives back. local: the address of what was made or taken on, after /Services/rest/v1. */
type RespostaOf<N extends RotaName> = {
  json: Rest[N]["responde"] extends { status: 200 }
    ? { corpo: CorpoOf<N> }
    : { corpo: CorpoOf<N>; local: string };
  arquivo: { arquivo: Download };
  nada: Record<never, never>;
}[Rest[N]["responde"]["tipo"]];

/** req: only for a form, which is read while it comes. */
export type RestHandler<N extends RotaName> = (
  ctx: SignedInContext,
  entrada: EntradaOf<N>,
  req: Request,
) => Promise<RespostaOf<N>>;

/** One handler for each of these addresses. */
export type RestHandlers<N extends RotaName = RotaName> = { [K in N]: RestHandler<K> };

/** What a handler gave, whichever it was. */
export type RespostaFeita = { corpo?: unknown; local?: string; arquivo?: Download };

/** Runs the handler of a method of JSON-RPC; who calls was admitted for an address whose twin it is. */
export async function callMethod<N extends MethodName>(
  ctx: SignedInContext,
  method: N,
  params: ParsedParamsOf<N>,
): Promise<ResultOf<N>> {
  return (await runHandler(method, ctx, params)) as ResultOf<N>;
}
