import type { AppContext } from "../app-context.ts";
import { GUARDA_MS, VOLTA_MS } from "../services/contato/contato.rules.ts";
import { sendContato } from "../services/contato/send-contato.ts";

/** Messages claimed at a time: sent one after another, all within the time after which a claim expires. */
const LOTE = 5;
const LIMPA = 500;

/**
 * E-mails the messages of visitors to the operator; without a mail server or address they wait.
 * Deletes old ones.
 */
export async function sweepContatos(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const { portaria } = ctx.database;
  await portaria.sweepContatos(new Date(ctx.clock.now().getTime() - GUARDA_MS), LIMPA);
  if (ctx.config.smtp === null || ctx.config.contatoEmail === null) return 0;
  let sent = 0;
  while (!signal?.aborted) {
    const agora = ctx.clock.now();
    const volta = new Date(agora.getTime() + VOLTA_MS);
    const vez = await portaria.claimContatos({ agora, volta, limite: LOTE });
    for (const each of vez) if (await sendContato(ctx, each)) sent += 1;
    if (vez.length < LOTE) break;
  }
  return sent;
}
