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
import type { UmaVez } from "../../services/idempotencia/run-once.ts";

/** What an address gives back. local: the address of what was made or taken on, after /Services/rest/v1. */
type RespostaOf<N extends RotaName> = {
  json: { corpo: CorpoOf<N>; local?: string } | { guardada: UmaVez };
  arquivo: { arquivo: Download };
  nada: Record<never, never>;
}[Rest[N]["responde"]["tipo"]];

/**
 * What a handler that reads a form needs besides. once: does what an Idempotency-Key asks for once; without a key it just does it.
 * isRepetido: whether its key was answered already.
 */
export type PedidoRest = {
  req: Request;
  isRepetido(): Promise<boolean>;
  once<T extends RespostaFeita>(
    digest: Buffer,
    work: (ctx: SignedInContext) => Promise<T>,
  ): Promise<T | { guardada: UmaVez }>;
};

export type RestHandler<N extends RotaName> = (
  ctx: SignedInContext,
  entrada: EntradaOf<N>,
  pedido: PedidoRest,
) => Promise<RespostaOf<N>>;

/** One handler for each of these addresses. */
export type RestHandlers<N extends RotaName = RotaName> = { [K in N]: RestHandler<K> };

/** What a handler gave, whichever it was. */
export type RespostaFeita = { corpo?: unknown; local?: string; arquivo?: Download; guardada?: UmaVez };

/** Runs the handler of a method of JSON-RPC; who calls was admitted for an address whose twin it is. */
export async function callMethod<N extends MethodName>(
  ctx: SignedInContext,
  method: N,
  params: ParsedParamsOf<N>,
): Promise<ResultOf<N>> {
  return (await runHandler(method, ctx, params)) as ResultOf<N>;
}
