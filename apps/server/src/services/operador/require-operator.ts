import type { AppContext } from "../../app-context.ts";
import type { OperatorRef } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";

/** The context of a signed-in user, from any protocol. */
export type OperatorContext = AppContext & Pick<SignedInContext, "caller">;
type Ctx = Pick<SignedInContext, "caller" | "database">;

/** Requires that the caller is an operator. @throws {Refusal} produtoRestrito */
export async function requireOperator({ caller, database }: Ctx): Promise<OperatorRef> {
  const { contaId, usuarioId, isPerson } = caller;
  const operator = { contaId, usuarioId };
  const { ve: mayRead } = await database.gatekeeper.findOperator(operator);
  if (!mayRead || !isPerson) throw new Refusal("produtoRestrito");
  return operator;
}

/**
 * Requires an operator who may change something for all
 * contas. Demo contas may not: their password is public.
 * @throws {Refusal} produtoRestrito, operadorDeDemonstracao
 */
export async function requireCommandingOperator(ctx: Ctx): Promise<OperatorRef> {
  const operator = await requireOperator(ctx);
  const { manda: mayCommand } = await ctx.database.gatekeeper.findOperator(operator);
  if (!mayCommand) throw new Refusal("operadorDeDemonstracao");
  return operator;
}
