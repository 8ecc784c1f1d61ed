import { Refusal } from "../../errors.ts";
import { deriveKey } from "../../secrets/derive-key.ts";
import type { PublicContext, SignedInContext } from "../handler.ts";
import type { SignInName } from "./auth.rules.ts";
import { normalizeSignInName } from "./auth.rules.ts";
import { listThrottles, minutesUntil, throttleOfPassword, throttlesOf } from "./throttle.rules.ts";

/** A counted attempt that may be evaluated. */
export type CountedAttempt = {
  /** After a successful sign-in: resets the user's failures and marks the network as known. */
  forgive(): Promise<void>;
  /** Takes the attempt off the counters, if it was no guess. */
  giveBack(): Promise<void>;
};

/**
 * Counts a sign-in attempt before evaluating it. Unknown names cost the same as known ones,
 * and a hundred concurrent attempts count as a hundred.
 * @throws {Refusal} muitasTentativas
 */
export async function countSignIn(ctx: PublicContext, signInName: SignInName): Promise<CountedAttempt> {
  const { gatekeeper } = ctx.database;
  const { conhecida, dentro, fora } = listThrottles(
    throttlesOf({ entrada: signInName, ip: ctx.visit.ip }, keyOf(ctx)),
  );
  const now = ctx.clock.now();
  const counted = await gatekeeper.countSignIn({ conhecida, dentro, fora, now });
  refuseUntil(now, counted.livreEm);
  const [mine, ...others] = (counted.conhecida ? dentro : fora).map(({ chave }) => chave);
  const cleared = mine === undefined ? [] : [mine];
  return {
    forgive: () =>
      gatekeeper.resetSignIn({ conhecida, limpas: cleared, outras: others, now: ctx.clock.now() }),
    giveBack: () => gatekeeper.returnSignIn([...cleared, ...others], ctx.clock.now()),
  };
}

/**
 * After a valid link from the user's mailbox: resets the account's counters and marks the network as
 * known. So an attacker who knows a user name cannot lock out its user permanently.
 */
export async function forgiveSignIn(ctx: PublicContext, typed: SignInName): Promise<void> {
  const attempt = { entrada: normalizeSignInName(typed), ip: ctx.visit.ip };
  const { conhecida, dentro, fora } = throttlesOf(attempt, keyOf(ctx));
  const cleared = [dentro.pessoa.chave, fora.par.chave, fora.conta.chave];
  const outras = [dentro.rede.chave];
  await ctx.database.gatekeeper.resetSignIn({ conhecida, limpas: cleared, outras, now: ctx.clock.now() });
}

/**
 * Like {@link countSignIn}, for the current password of a signed-in user.
 * @throws {Refusal} muitasTentativas
 */
export async function countPassword(ctx: SignedInContext): Promise<Pick<CountedAttempt, "forgive">> {
  const { gatekeeper } = ctx.database;
  const throttle = throttleOfPassword(ctx.caller.usuarioId, keyOf(ctx));
  const now = ctx.clock.now();
  const { livreEm } = await gatekeeper.countSignIn({ conhecida: null, dentro: [], fora: [throttle], now });
  refuseUntil(now, livreEm);
  const reset = { conhecida: null, limpas: [throttle.chave], outras: [] };
  return { forgive: () => gatekeeper.resetSignIn({ ...reset, now: ctx.clock.now() }) };
}

function keyOf({ config }: PublicContext): Buffer {
  return deriveKey(config.chave, "entrada/freio");
}

function refuseUntil(now: Date, livreEm: Date | null): void {
  if (livreEm === null) return;
  throw new Refusal("muitasTentativas", { values: { minutos: minutesUntil(now, livreEm) } });
}
