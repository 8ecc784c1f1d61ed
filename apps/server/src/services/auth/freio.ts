import { Refusal } from "../../errors.ts";
import { deriveChave } from "../../secrets/derive-chave.ts";
import type { PublicContext, SignedInContext } from "../handler.ts";
import type { Entrada } from "./auth.rules.ts";
import { normalizeEntrada } from "./auth.rules.ts";
import { freioDaSenha, freiosOf, listFreios, minutesUntil } from "./freio.rules.ts";

/** An attempt that was counted and may be read. */
export type Tentativa = {
  /** They entered: their failures are forgiven, and the network is theirs from now on. */
  forgive(): Promise<void>;
  /** It was no guess: it counts no more. */
  giveBack(): Promise<void>;
};

/**
 * Counts an attempt to enter before anything of it is read: unknown names cost what known ones do, and a hundred at once are a hundred.
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
 * A link that came to somebody's own mailbox was right: the brakes of their account are let go of, and the network where they used it counts as
 * one from which they entered. So nobody who knows a name locks its bearer out for good.
 */
export async function forgiveEntrada(ctx: PublicContext, typed: Entrada): Promise<void> {
  const quem = { entrada: normalizeEntrada(typed), ip: ctx.visit.ip };
  const { conhecida, dentro, fora } = freiosOf(quem, chaveOf(ctx));
  const limpas = [dentro.pessoa.chave, fora.par.chave, fora.conta.chave];
  const outras = [dentro.rede.chave];
  await ctx.database.portaria.forgiveEntrada({ conhecida, limpas, outras, agora: ctx.clock.now() });
}

/** The same as {@link countTentativa} for the password of somebody who has signed in.   @throws {Refusal} muitasTentativas */
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
