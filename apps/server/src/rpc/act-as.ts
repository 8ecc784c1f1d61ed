import type { AppContext } from "../app-context.ts";
import type { Caller, SignedInContext } from "../services/handler.ts";
import { findArquivoCaller, findCaller } from "./caller.ts";

/** A context of somebody who signed in: its database shows what they may see, and that is the only one it has. */
export function actAs<C extends AppContext>(ctx: C, caller: Caller): C & Pick<SignedInContext, "caller"> {
  const { usuarioId, empresas } = caller;
  const database = empresas === null ? ctx.database : ctx.database.restrictTo({ usuarioId, empresas });
  return { ...ctx, database, caller };
}

/** A context in which somebody acts. */
export type Acting<C extends AppContext = AppContext> = C & Pick<SignedInContext, "caller">;

/** The context of who bears a tab's token; null when nobody does any more. */
export async function findActing<C extends AppContext>(ctx: C, token: string): Promise<Acting<C> | null> {
  const caller = await findCaller(ctx, token);
  return caller === null ? null : actAs(ctx, caller);
}

/** The context of who bears a file cookie, for the GET file endpoints alone. */
export async function findArquivoActing<C extends AppContext>(
  ctx: C,
  token: string,
): Promise<Acting<C> | null> {
  const caller = await findArquivoCaller(ctx, token);
  return caller === null ? null : actAs(ctx, caller);
}
