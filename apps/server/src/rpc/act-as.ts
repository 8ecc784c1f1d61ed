import type { AppContext } from "../app-context.ts";
import type { Caller, SignedInContext } from "../services/handler.ts";
import { admitCaller, type Entrada, type Porta, refuseCaller } from "./admit.ts";
import { findArquivoCaller, type Visited } from "./caller.ts";

/** A context of somebody who signed in: its database shows what they may see, and that is the only one it has. */
export function actAs<C extends AppContext>(ctx: C, caller: Caller): C & Pick<SignedInContext, "caller"> {
  const { donoId: usuarioId, empresas } = caller;
  const database = empresas === null ? ctx.database : ctx.database.restrictTo({ usuarioId, empresas });
  return { ...ctx, database, caller };
}

/** A context in which somebody acts. */
export type Acting<C extends AppContext = AppContext> = C & Pick<SignedInContext, "caller">;

/**
 * The context of who bears a token, if they may come in here.
 * @throws {Unauthorized} {@link Refusal} as {@link admitCaller}
 */
export async function enterAs<C extends Visited>(ctx: C, entrada: Entrada): Promise<Acting<C>> {
  return actAs(ctx, await admitCaller(ctx, entrada));
}

/**
 * The context of who bears a file cookie, for the GET file endpoints alone; null when nobody does any more.
 * @throws {Refusal} when the table says no
 */
export async function findArquivoActing<C extends AppContext>(
  ctx: C,
  { token, ...porta }: Porta & { token: string },
): Promise<Acting<C> | null> {
  const caller = await findArquivoCaller(ctx, token);
  if (caller === null) return null;
  await refuseCaller(ctx, caller, porta);
  return actAs(ctx, caller);
}
