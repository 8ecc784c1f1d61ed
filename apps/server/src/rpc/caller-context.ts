import type { AppContext } from "../app-context.ts";
import type { Caller, SignedInContext } from "../services/handler.ts";
import { type Admission, admitCaller, type ContractEntry, refuseCaller } from "./admit.ts";
import { findFileCaller, type VisitContext } from "./find-caller.ts";

/**
 * The context of a signed-in caller. Its only database handle is restricted to what the caller may see.
 */
export function withCaller<C extends AppContext>(
  ctx: C,
  caller: Caller,
): C & Pick<SignedInContext, "caller"> {
  const { ownerId: usuarioId, empresas } = caller;
  const database = empresas === null ? ctx.database : ctx.database.restrictTo({ usuarioId, empresas });
  return { ...ctx, database, caller };
}

/** A context with a signed-in caller. */
export type CallerContext<C extends AppContext = AppContext> = C & Pick<SignedInContext, "caller">;

/** Admits the holder of a token.   @throws {Unauthorized} {@link Refusal} as {@link admitCaller} */
export async function admitToContext<C extends VisitContext>(
  ctx: C,
  admission: Admission,
): Promise<CallerContext<C>> {
  return withCaller(ctx, await admitCaller(ctx, admission));
}

/**
 * Admits the holder of a file cookie, for the GET file endpoints only; null when the session ended.
 * @throws {Refusal} when the contract's table refuses the caller
 */
export async function admitFileCookie<C extends AppContext>(
  ctx: C,
  { token, ...entry }: ContractEntry & { token: string },
): Promise<CallerContext<C> | null> {
  const caller = await findFileCaller(ctx, token);
  if (caller === null) return null;
  await refuseCaller(ctx, caller, entry);
  return withCaller(ctx, caller);
}
