import type {
  BodyOf,
  InputOf,
  MethodName,
  ParsedParamsOf,
  Rest,
  ResultOf,
  RouteName,
} from "@malote/contract";
import type { Request } from "express";
import { runHandler } from "../../rpc/handlers.ts";
import type { Download } from "../../services/file-download.ts";
import type { SignedInContext } from "../../services/handler.ts";
import type { OnceResponse } from "../../services/idempotency/run-once.ts";

/**
 * Result of a route. local: path of a created resource or an accepted operação, after /Services/rest/v1.
 */
type ResultOfRoute<N extends RouteName> = {
  json: { corpo: BodyOf<N>; local?: string } | { guardada: OnceResponse };
  arquivo: { arquivo: Download };
  nada: Record<never, never>;
}[Rest[N]["responde"]["tipo"]];

/**
 * What a form handler also needs. once: runs work once per Idempotency-Key; without a key it always
 * runs. isRepetido: whether the key has a stored response.
 */
export type RestRequest = {
  req: Request;
  isRepetido(): Promise<boolean>;
  once<T extends RestResult>(
    digest: Buffer,
    work: (ctx: SignedInContext) => Promise<T>,
  ): Promise<T | { guardada: OnceResponse }>;
};

export type RestHandler<N extends RouteName> = (
  ctx: SignedInContext,
  entrada: InputOf<N>,
  pedido: RestRequest,
) => Promise<ResultOfRoute<N>>;

/** One handler for each of these routes. */
export type RestHandlers<N extends RouteName = RouteName> = { [K in N]: RestHandler<K> };

/** Result of any handler. */
export type RestResult = { corpo?: unknown; local?: string; arquivo?: Download; guardada?: OnceResponse };

/** Runs a JSON-RPC method for a caller admitted to its REST route. */
export async function callMethod<N extends MethodName>(
  ctx: SignedInContext,
  method: N,
  params: ParsedParamsOf<N>,
): Promise<ResultOf<N>> {
  return (await runHandler(method, ctx, params)) as ResultOf<N>;
}
