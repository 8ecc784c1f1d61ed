import { type CausaFalha, MailOutage } from "./failure.ts";
import type { RedePolitica, Resolver } from "./rede.ts";
import { type CaixaConfig, openMailSource } from "./source.ts";

/** A person waits for this answer on a screen: shorter deadlines than those of a collection, in ms. */
const PROVA_MS = { conexaoMs: 8_000, ociosoMs: 10_000, totalMs: 20_000 } as const;

/** Tries a mailbox: connects, signs in and counts, with the very code that will collect from it. A failure is only a
 * coarse cause, so that the test of a mailbox tells nothing more about the network than a collection would. */
export async function probeServidor(
  caixa: CaixaConfig,
  rede: RedePolitica,
  resolver?: Resolver,
): Promise<{ ok: true; mensagens: number } | { ok: false; causa: CausaFalha }> {
  try {
    const source = await openMailSource(caixa, shorten(rede), resolver);
    try {
      return { ok: true, mensagens: (await source.list()).length };
    } finally {
      await source.close();
    }
  } catch (error) {
    if (error instanceof MailOutage) return { ok: false, causa: error.causa };
    throw error;
  }
}

function shorten(rede: RedePolitica): RedePolitica {
  return {
    ...rede,
    conexaoMs: Math.min(rede.conexaoMs, PROVA_MS.conexaoMs),
    ociosoMs: Math.min(rede.ociosoMs, PROVA_MS.ociosoMs),
    totalMs: Math.min(rede.totalMs, PROVA_MS.totalMs),
  };
}
