import type { AppContext } from "../../app-context.ts";
import type { Operador } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";

/** The context of a signed-in user, from any protocol. */
export type OperadorContext = AppContext & Pick<SignedInContext, "caller">;
type Ctx = Pick<SignedInContext, "caller" | "database">;

/** Requires that the caller is an operator. @throws {Refusal} produtoRestrito */
export async function admitOperador({ caller, database }: Ctx): Promise<Operador> {
  const { contaId, usuarioId, isPerson } = caller;
  const quem = { contaId, usuarioId };
  const { ve } = await database.portaria.findOperador(quem);
  if (!ve || !isPerson) throw new Refusal("produtoRestrito");
  return quem;
}

/**
 * Requires an operator who may change something for all
 * contas. Demo contas may not: their password is public.
 * @throws {Refusal} produtoRestrito, operadorDeDemonstracao
 */
export async function admitComando(ctx: Ctx): Promise<Operador> {
  const quem = await admitOperador(ctx);
  const { manda } = await ctx.database.portaria.findOperador(quem);
  if (!manda) throw new Refusal("operadorDeDemonstracao");
  return quem;
}
