import { readManifestKey, showInstant } from "./backup-name.ts";
import { type BackupTools, withRepository } from "./backup-tools.ts";
import { countDamagedObjects, type Damage, type DamageKind, writeDamage } from "./damage/damage-record.ts";
import { findAffectedBackups } from "./damage/find-affected-backups.ts";
import { explainFailure } from "./explain-failure.ts";
import { recordRun } from "./record-run.ts";
import type { Repository } from "./repository.ts";
import type { OnFlaw, Verified } from "./verify/check.ts";
import { verifyKeys } from "./verify/verify-keys.ts";
import { verifyRepository } from "./verify/verify-repository.ts";

/** Most flaws that are printed; of the rest only the number is printed. */
const PRINTED_MAX = 200;

/** A backup with flaws. objects: how many of its objects are damaged or missing. */
export type DamagedBackup = { key: string; objects: number };

/** flaws: number of flaws. unjudged: key files that only an absent secret key could check. */
export type Verification = Verified & {
  flaws: number;
  unjudged: number;
  /** Newest first. */
  hits: DamagedBackup[];
  /** Key of the newest backup without flaws. */
  newestWhole: string | null;
};

/** Reads the whole repository and prints each flaw. isRecorded: also record the run in the database. */
export async function runVerify(
  tools: BackupTools,
  { isRecorded }: { isRecorded: boolean },
): Promise<Verification> {
  if (!isRecorded) return await verify(tools);
  return await recordRun(tools, "conferir", async () => {
    const result = await verify(tools);
    const mensagem = result.flaws === 0 ? null : summarize(result);
    const end = { mensagem, bytes: result.bytes, bytesNovos: null, documentos: result.documents };
    return { end, isGood: result.flaws === 0, result };
  });
}

function summarize({ flaws, hits, newestWhole }: Verification): string {
  const em = newestWhole === null ? null : readManifestKey(newestWhole)?.em;
  const whole = em ? `o mais novo inteiro é o de ${showInstant(em)}` : "nenhum está inteiro";
  return `falhas encontradas: ${flaws}; backups atingidos: ${hits.length}; ${whole}`;
}

async function verify(tools: BackupTools): Promise<Verification> {
  let flaws = 0;
  const damaged = new Map<string, DamageKind>();
  const onFlaw: OnFlaw = (sentence, flawed) => {
    flaws += 1;
    if (flaws <= PRINTED_MAX) tools.say(`FALHA: ${sentence}`);
    for (const key of flawed?.keys ?? []) damaged.set(key, flawed?.kind ?? "danificado");
  };
  return await withRepository(tools, "ler", async (repository) => {
    const unjudged = await verifyKeys(repository.store, tools.keys, onFlaw);
    const total = await verifyRepository(repository, onFlaw);
    if (flaws > PRINTED_MAX) tools.say(`… e mais ${flaws - PRINTED_MAX} falhas.`);
    const found = await repository.manifests();
    const damages = damaged.size === 0 ? [] : await findAffectedBackups(repository, found, damaged);
    await recordDamage(tools, repository, damages);
    const counts = countDamagedObjects(damages);
    const isWhole = ({ key, manifest }: (typeof found)[number]) => manifest !== null && !counts.has(key);
    return {
      ...{ ...total, flaws, unjudged },
      hits: found.flatMap(({ key }) => (counts.has(key) ? [{ key, objects: counts.get(key) ?? 0 }] : [])),
      newestWhole: found.find(isWhole)?.key ?? null,
    };
  });
}

/** Records the damage in the repository. A read-only repository causes a warning, not a failure. */
async function recordDamage(
  tools: BackupTools,
  repository: Repository,
  damages: readonly Damage[],
): Promise<void> {
  try {
    await writeDamage(repository, damages);
  } catch (error) {
    const sentence = explainFailure(error);
    if (sentence === null) throw error;
    if (damages.length > 0) tools.say(`AVISO: as falhas não puderam ser registradas no destino. ${sentence}`);
  }
}
