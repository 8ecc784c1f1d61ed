import type { ResultOf } from "@malote/contract";
import { machineNow } from "../../clock.ts";
import { Unauthorized } from "../../errors.ts";
import { findSessions } from "../auth/session.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { findPasskeys } from "../passkey/passkey.rows.ts";
import { writeRegistro } from "../registro/registro.wire.ts";
import { findUsuario } from "../usuario/usuario.rows.ts";
import { writeCaller } from "../usuario/usuario.rules.ts";
import { findOwnActs, findOwnTokens, findOwnViews } from "./personal-data.rows.ts";

type PersonalData = ResultOf<"Usuario.getMeusDados">["object"];

/** Acts in one answer. */
const ACTS_MAX = 1000;

/**
 * What is stored about the caller: profile, means of access without their secrets, and one page of acts.
 * @param antesDe the page begins before this order of the registro; null = with the newest act
 * @source LGPD (Lei 13.709/2018), art. 18, II and V
 */
export async function readPersonalData(ctx: SignedInContext, antesDe: number | null): Promise<PersonalData> {
  const { contaId, usuarioId, sessionId } = ctx.caller;
  const now = machineNow(ctx.clock);
  return await ctx.database.withConta(contaId, async (db) => {
    const usuario = await findUsuario(db, contaId, usuarioId);
    if (usuario === null) throw new Unauthorized();
    const acts = await findOwnActs(db, contaId, { usuarioId, antesDe, limite: ACTS_MAX });
    const sessions = await findSessions(db, contaId, { usuarioId, now });
    return {
      usuario: writeCaller(ctx.caller, usuario),
      sessoes: sessions.map((session) => ({ ...session, atual: session.id === sessionId })),
      passkeys: await findPasskeys(db, contaId, usuarioId),
      tokens: await findOwnTokens(db, contaId, usuarioId),
      visoes: await findOwnViews(db, contaId, usuarioId),
      atos: acts.map(writeRegistro),
      proximo: acts.length < ACTS_MAX ? null : (acts.at(-1)?.ordem ?? null),
    };
  });
}
