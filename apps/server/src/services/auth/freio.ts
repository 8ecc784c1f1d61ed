import { Refusal } from "../../errors.ts";
import { deriveChave } from "../../secrets/derive-chave.ts";
import type { PublicContext, SignedInContext } from "../handler.ts";
import type { Entrada } from "./auth.rules.ts";
import { normalizeEntrada } from "./auth.rules.ts";
import { freioDaSenha, freiosOf, listFreios, minutesUntil } from "./freio.rules.ts";

/** A counted attempt that may be evaluated. */
export type Tentativa = {
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
export async function countTentativa(ctx: PublicContext, entrada: Entrada): Promise<Tentativa> {
  const { portaria } = ctx.database;
  const { conhecida, dentro, fora } = listFreios(freiosOf({ entrada, ip: ctx.visit.ip }, chaveOf(ctx)));
  const agora = ctx.clock.now();
  const counted = await portaria.countEntrada({ conhecida, dentro, fora, agora });
  refuseUntil(agora, counted.livreEm);
  const [mine, ...outros] = (counted.conhecida ? dentro : fora).map(({ chave }) => chave);
  const limpas = mine === undefined ? [] : [mine];
  return {
    forgive: () => portaria.forgiveEntrada({ conhecida, limpas, outras: outros, agora: ctx.clock.now() }),
    giveBack: () => portaria.returnEntrada([...limpas, ...outros], ctx.clock.now()),
  };
}

/**
 * After a valid link from the user's mailbox: resets the account's counters and marks the network as
 * known. So an attacker who knows a user name cannot lock out its user permanently.
 */
export async function forgiveEntrada(ctx: PublicContext, typed: Entrada): Promise<void> {
  const quem = { entrada: normalizeEntrada(typed), ip: ctx.visit.ip };
  const { conhecida, dentro, fora } = freiosOf(quem, chaveOf(ctx));
  const limpas = [dentro.pessoa.chave, fora.par.chave, fora.conta.chave];
  const outras = [dentro.rede.chave];
  await ctx.database.portaria.forgiveEntrada({ conhecida, limpas, outras, agora: ctx.clock.now() });
}

/**
 * Like {@link countTentativa}, for the current password of a signed-in user.
 * @throws {Refusal} muitasTentativas
 */
export async function countSenha(ctx: SignedInContext): Promise<Pick<Tentativa, "forgive">> {
  const { portaria } = ctx.database;
  const freio = freioDaSenha(ctx.caller.usuarioId, chaveOf(ctx));
  const agora = ctx.clock.now();
  const { livreEm } = await portaria.countEntrada({ conhecida: null, dentro: [], fora: [freio], agora });
  refuseUntil(agora, livreEm);
  const perdao = { conhecida: null, limpas: [freio.chave], outras: [] };
  return { forgive: () => portaria.forgiveEntrada({ ...perdao, agora: ctx.clock.now() }) };
}

function chaveOf({ config }: PublicContext): Buffer {
  return deriveChave(config.chave, "entrada/freio");
}

function refuseUntil(agora: Date, livreEm: Date | null): void {
  if (livreEm === null) return;
  throw new Refusal("muitasTentativas", { values: { minutos: minutesUntil(agora, livreEm) } });
}
