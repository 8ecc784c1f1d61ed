import type { AppContext } from "../../app-context.ts";
import type { Operador } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";

/** The context of a signed-in user, by any door. */
export type OperadorContext = AppContext & Pick<SignedInContext, "caller">;
type Ctx = Pick<SignedInContext, "caller" | "database">;

/** The caller as an operator. @throws {Refusal} produtoRestrito */
export async function admitOperador({ caller, database }: Ctx): Promise<Operador> {
  const { contaId, usuarioId, isPerson } = caller;
  const quem = { contaId, usuarioId };
  const { ve } = await database.portaria.findOperador(quem);
  if (!ve || !isPerson) throw new Refusal("produtoRestrito");
  return quem;
}

/**
 * The same, for what changes something for all contas. A demo conta's password is public.
 * @throws {Refusal} produtoRestrito, operadorDeDemonstracao
 */
export async function admitComando(ctx: Ctx): Promise<Operador> {
  const quem = await admitOperador(ctx);
  const { manda } = await ctx.database.portaria.findOperador(quem);
  if (!manda) throw new Refusal("operadorDeDemonstracao");
  return quem;
}
