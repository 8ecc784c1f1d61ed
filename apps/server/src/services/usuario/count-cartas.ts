import { createHmac } from "node:crypto";
import type { MensagemKey } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import { deriveChave } from "../../secrets/derive-chave.ts";
import type { SignedInContext } from "../handler.ts";
import { countUso } from "../limite/count-uso.ts";

/**
 * E-mails per hour to addresses typed by a conta's users: per conta, and per address over all contas.
 */
const CARTAS_MAX = { conta: 100, email: 10 } as const;
const JANELA_MS = 3_600_000;

/** An e-mail to an address that a user typed. */
export type CartaContada = { para: string; recusa: MensagemKey };

/**
 * Counts such an e-mail before it is queued, so that no conta can send bulk mail to strangers.
 * Call it outside any transaction.
 * @throws {Refusal} `recusa` beyond the limits
 */
export async function countCarta(ctx: SignedInContext, { para, recusa }: CartaContada): Promise<void> {
  const { contaId } = ctx.caller;
  const limite = { janelaMs: JANELA_MS, recusa };
  await countUso(ctx, { ...limite, chave: `convite:${contaId}`, max: CARTAS_MAX.conta });
  await countUso(ctx, { ...limite, chave: `carta-email:${nameOfEmail(ctx, para)}`, max: CARTAS_MAX.email });
}

/** An address as the limits store it: an HMAC, so that the table reveals no address. */
export function nameOfEmail({ config }: Pick<AppContext, "config">, email: string): string {
  const chave = deriveChave(config.chave, "limite/email");
  return createHmac("sha256", chave).update(email.trim().toLowerCase()).digest("base64url");
}
