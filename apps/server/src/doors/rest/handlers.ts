import type { RotaName } from "@malote/contract";
import type { Request } from "express";
import type { SignedInContext } from "../../services/handler.ts";
import type { Entrada } from "./read-entrada.ts";
import type { RespostaFeita, RestHandlers } from "./rest-handler.ts";
import { notasRotas } from "./rotas/notas.ts";

/** Every handler of REST v1: an address without one, or one whose answer is another, does not compile. */
const HANDLERS = { ...notasRotas } satisfies RestHandlers;

/** Runs the handler of an address. */
export async function runRota(
  name: RotaName,
  { ctx, entrada, req }: { ctx: SignedInContext; entrada: Entrada; req: Request },
): Promise<RespostaFeita> {
  // The table ties each name to its own input; a lookup by a name known only now forgets the tie.
  const handler = HANDLERS[name] as (
    ctx: SignedInContext,
    entrada: unknown,
    req: Request,
  ) => Promise<RespostaFeita>;
  return await handler(ctx, entrada, req);
}
