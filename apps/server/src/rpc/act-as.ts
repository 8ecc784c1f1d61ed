import type { AppContext } from "../app-context.ts";
import type { Caller, SignedInContext } from "../services/handler.ts";
import { admitCaller, type Entrada, type Porta, refuseCaller } from "./admit.ts";
import { findArquivoCaller, type Visited } from "./caller.ts";

/**
 * The context of a signed-in caller. Its only database handle is restricted to what the caller may see.
 */
export function actAs<C extends AppContext>(ctx: C, caller: Caller): C & Pick<SignedInContext, "caller"> {
  const { donoId: usuarioId, empresas } = caller;
  const database = empresas === null ? ctx.database : ctx.database.restrictTo({ usuarioId, empresas });
  return { ...ctx, database, caller };
}

/** A context with a signed-in caller. */
export type Acting<C extends AppContext = AppContext> = C & Pick<SignedInContext, "caller">;

/** Admits the holder of a token.   @throws {Unauthorized} {@link Refusal} as {@link admitCaller} */
export async function enterAs<C extends Visited>(ctx: C, entrada: Entrada): Promise<Acting<C>> {
  return actAs(ctx, await admitCaller(ctx, entrada));
}

/**
 * Admits the holder of a file cookie, for the GET file endpoints only; null when the session ended.
 * @throws {Refusal} when the contract's table refuses the caller
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
