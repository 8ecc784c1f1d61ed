import { createHmac } from "node:crypto";
import type { MensagemKey } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import { deriveChave } from "../../secrets/derive-chave.ts";
import type { SignedInContext } from "../handler.ts";
import { countUso } from "../limite/count-uso.ts";

/** Letters to addresses that a conta's people name themselves, in an hour: of one conta, and to one address from wherever. */
const CARTAS_MAX = { conta: 100, email: 10 } as const;
const JANELA_MS = 3_600_000;

/** A letter to an address that somebody typed. */
export type CartaContada = { para: string; recusa: MensagemKey };

/**
 * Counts such a letter before it is planned, so that a conta is no way to write to strangers. Outside any transaction.
 * @throws {Refusal} `recusa` beyond the limits
 */
export async function countCarta(ctx: SignedInContext, { para, recusa }: CartaContada): Promise<void> {
  const { contaId } = ctx.caller;
  const limite = { janelaMs: JANELA_MS, recusa };
  await countUso(ctx, { ...limite, chave: `convite:${contaId}`, max: CARTAS_MAX.conta });
  await countUso(ctx, { ...limite, chave: `carta-email:${nameOfEmail(ctx, para)}`, max: CARTAS_MAX.email });
}

/** An address as limits name it: their table says nothing about anybody. */
export function nameOfEmail({ config }: Pick<AppContext, "config">, email: string): string {
  const chave = deriveChave(config.chave, "limite/email");
  return createHmac("sha256", chave).update(email.trim().toLowerCase()).digest("base64url");
}
