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

/**
 * Result of a route. local: path of a created resource or an accepted operação, after /Services/rest/v1.
 */
type RespostaOf<N extends RotaName> = {
  json: { corpo: CorpoOf<N>; local?: string } | { guardada: UmaVez };
  arquivo: { arquivo: Download };
  nada: Record<never, never>;
}[Rest[N]["responde"]["tipo"]];

/**
 * What a form handler also needs. once: runs work once per Idempotency-Key; without a key it always
 * runs. isRepetido: whether the key has a stored response.
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

/** One handler for each of these routes. */
export type RestHandlers<N extends RotaName = RotaName> = { [K in N]: RestHandler<K> };

/** Result of any handler. */
export type RespostaFeita = { corpo?: unknown; local?: string; arquivo?: Download; guardada?: UmaVez };

/** Runs a JSON-RPC method for a caller admitted to its REST route. */
export async function callMethod<N extends MethodName>(
  ctx: SignedInContext,
  method: N,
  params: ParsedParamsOf<N>,
): Promise<ResultOf<N>> {
  return (await runHandler(method, ctx, params)) as ResultOf<N>;
}
