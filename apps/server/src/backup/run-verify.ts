import { type BackupTools, withRepository } from "./backup-tools.ts";
import { recordRun } from "./record-run.ts";
import type { Verified } from "./verify/check.ts";
import { verifyKeys } from "./verify/verify-keys.ts";
import { verifyRepository } from "./verify/verify-repository.ts";

/** Sentences that are printed; of more only their number. */
const SHOWN_MAX = 200;

/** flaws: how many there are. unjudged: key files that need the secret key, which is elsewhere. */
export type Verification = Verified & { flaws: number; unjudged: number };

/** Reads the whole repository and says each flaw. isRecorded: also in the database, where it is at hand. */
export async function runVerify(
  tools: BackupTools,
  { isRecorded }: { isRecorded: boolean },
): Promise<Verification> {
  if (!isRecorded) return await verify(tools);
  return await recordRun(tools, "conferir", async () => {
    const result = await verify(tools);
    const mensagem = result.flaws === 0 ? null : `falhas encontradas: ${result.flaws}`;
    const end = { mensagem, bytes: result.bytes, bytesNovos: null, documentos: result.documents };
    return { end, isGood: result.flaws === 0, result };
  });
}

async function verify(tools: BackupTools): Promise<Verification> {
  let flaws = 0;
  const onFlaw = (sentence: string): void => {
    flaws += 1;
    if (flaws <= SHOWN_MAX) tools.say(`FALHA: ${sentence}`);
  };
  return await withRepository(tools, "ler", async (repository) => {
    const unjudged = await verifyKeys(repository.store, tools.keys, onFlaw);
    const total = await verifyRepository(repository, onFlaw);
    if (flaws > SHOWN_MAX) tools.say(`… e mais ${flaws - SHOWN_MAX} falhas.`);
    return { ...total, flaws, unjudged };
  });
}
