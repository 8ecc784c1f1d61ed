import { setTimeout as sleep } from "node:timers/promises";
import { HOUR_MS } from "@malote/syntax";
import { StartRefusal } from "../../errors.ts";
import type { SealingKeys } from "../../key-config.ts";
import type { Logger } from "../../log.ts";
import { type BackupTools, withRepository } from "../backup-tools.ts";
import { describeDamage } from "../damage/describe-damage.ts";
import { recordRun } from "../record-run.ts";
import type { Retention } from "../retention.ts";
import { runCreate } from "../run-create.ts";
import { runPrune } from "../run-prune.ts";
import { type BackupRequests, closeAbandoned, openBackupRequests } from "./requests.ts";
import {
  afterVerify,
  type BackupState,
  findDueVerify,
  isBackupDue,
  isPruneDue,
  SHARES,
  type VerifyState,
} from "./scheduler.rules.ts";
import { recordShareDamage, verifyShare } from "./verify-share.ts";
import { readVerifyState, writeVerifyState } from "./verify-state.ts";

const TICK_MS = 5_000;
/** Delay before a verification that failed to run is retried. */
const VERIFY_RETRY_MS = HOUR_MS;
const FLAWS_SHOWN = 3;

/** verifyWhole: verifies the whole repository and records the run; false when there are flaws. */
export type SchedulerOptions = {
  tools: BackupTools;
  chaves: SealingKeys;
  everyMs: number;
  retention: Retention;
  verifyWhole: (tools: BackupTools) => Promise<boolean>;
  log: Logger;
  /** Interval in ms between two checks for due or requested work. */
  tickMs?: number;
};

/** State shared by the two loops. */
type Scheduler = Required<SchedulerOptions> & {
  signal: AbortSignal;
  requests: BackupRequests;
  verifying: boolean;
};

/**
 * Until the signal: makes backups at an interval and on request, prunes old ones, and verifies stored ones.
 * A failure does not stop it; each failure is logged and, if the database is available, recorded.
 */
export async function runBackupScheduler(options: SchedulerOptions, signal: AbortSignal): Promise<void> {
  const requests = openBackupRequests(options.tools);
  const scheduler: Scheduler = { tickMs: TICK_MS, ...options, signal, requests, verifying: false };
  await Promise.all([runBackupLoop(scheduler), runVerifyLoop(scheduler)]);
  await requests.end();
}

async function runBackupLoop(scheduler: Scheduler): Promise<void> {
  const { tools, everyMs, log, signal } = scheduler;
  let state: BackupState = null;
  let pruned: Date | null = null;
  let isClosed = false;
  while (!signal.aborted) {
    if (!isClosed) isClosed = await closeAbandonedRuns(scheduler);
    const requested = await newestRequest(scheduler);
    const now = tools.clock.now();
    if (isBackupDue(state, { everyMs, now, requested })) {
      state = await createBackup(scheduler, state);
      const isGood = state?.failures === 0;
      if (isGood && !scheduler.verifying && isPruneDue(pruned, tools.clock.now()) && !signal.aborted) {
        pruned = tools.clock.now();
        await prune(scheduler);
      }
    }
    await pause(scheduler.tickMs, signal);
  }
  log.info("o guardião dos backups encerra");
}

/** @returns false to try again later: the database is unavailable, or another process makes a backup */
async function closeAbandonedRuns({ tools, log }: Scheduler): Promise<boolean> {
  try {
    const closed = await closeAbandoned(
      tools,
      "O Malote parou antes do fim; o próximo backup continua de onde este ficou.",
    );
    if (closed !== null && closed > 0)
      log.warn({ execucoes: closed }, "execuções de backup interrompidas foram registradas como falhas");
    return closed !== null;
  } catch {
    return false;
  }
}

/** Also null while the database is unavailable: the backup itself then reports the failure. */
async function newestRequest({ requests, log }: Scheduler): Promise<Date | null> {
  try {
    return (await requests.find()).at(-1)?.pedidoEm ?? null;
  } catch (error) {
    log.debug({ err: error }, "os pedidos de backup não puderam ser lidos");
    return null;
  }
}

async function createBackup(scheduler: Scheduler, before: BackupState): Promise<BackupState> {
  const { tools, chaves, requests, log } = scheduler;
  const started = tools.clock.now();
  try {
    const { manifest, bytesNovos } = await runCreate(tools, chaves);
    const ended = tools.clock.now();
    const { em, documentos, falhasTotal } = manifest;
    const ms = ended.getTime() - started.getTime();
    log.info({ em, documentos, bytesNovos, ms }, "backup feito");
    if (falhasTotal > 0) log.error({ falhasTotal }, "o backup não achou arquivos que o banco cita");
    await requests.close(started);
    return { started, ended, failures: 0 };
  } catch (error) {
    const ended = tools.clock.now();
    const failures = (before?.failures ?? 0) + 1;
    log.error({ err: error, falhasSeguidas: failures }, "o backup falhou: tento de novo em breve");
    return { started, ended, failures };
  }
}

async function prune({ tools, retention, log }: Scheduler): Promise<void> {
  try {
    const {
      kept,
      dropped,
      objects,
      bytes,
      withoutKey: closed,
    } = await runPrune(tools, { retention, onlyPlan: false });
    log.info(
      { ficam: kept.length, saem: dropped.length, objetos: objects.length, bytes },
      "backups antigos podados",
    );
    if (closed > 0)
      log.warn({ backups: closed }, "há backups de outra chave no destino: nenhum objeto foi apagado");
  } catch (error) {
    if (error instanceof StartRefusal) log.info(error.message);
    else log.error({ err: error }, "os backups antigos não puderam ser podados: tento de novo em uma hora");
  }
}

async function runVerifyLoop(scheduler: Scheduler): Promise<void> {
  const { tools, log, signal } = scheduler;
  while (!signal.aborted) {
    try {
      const state = await readVerifyState(tools.dataDir, tools.clock.now());
      const due = findDueVerify(state, tools.clock.now());
      if (due !== null) await verify(scheduler, state, due);
      await pause(scheduler.tickMs, signal);
    } catch (error) {
      log.error({ err: error }, "o backup não pôde ser conferido: tento de novo em uma hora");
      await pause(VERIFY_RETRY_MS, signal);
    }
  }
}

async function verify(scheduler: Scheduler, state: VerifyState, due: "whole" | "share"): Promise<void> {
  const { tools, log } = scheduler;
  scheduler.verifying = true;
  try {
    const isGood =
      due === "whole" ? await scheduler.verifyWhole(tools) : await verifyOneShare(tools, state.share);
    if (isGood) log.info({ inteira: due === "whole" }, "backup conferido");
    else
      log.error(
        { inteira: due === "whole" },
        "o backup conferido tem falhas: veja npm run backup -- conferir",
      );
    await writeVerifyState(tools.dataDir, afterVerify(state, due, tools.clock.now()));
  } finally {
    scheduler.verifying = false;
  }
}

async function verifyOneShare(tools: BackupTools, share: number): Promise<boolean> {
  return await recordRun(tools, "conferir", async () => {
    const { verified, damages } = await withRepository(tools, "ler", async (repository) => {
      const verified = await verifyShare(repository, { share, of: SHARES });
      return { verified, damages: await recordShareDamage(repository, verified) };
    });
    const { objects, bytes, flaws } = verified;
    const shownFlaws = flaws.slice(0, FLAWS_SHOWN).map(({ key, flaw }) => `${key} (${flaw})`);
    // Earlier damage that no backup repaired still counts, whichever share is read today.
    const isGood = flaws.length === 0 && damages.length === 0;
    const damageSentences = damages.length > 0 ? [describeDamage(damages)] : [];
    const mensagem = [
      `Parte ${share + 1} de ${SHARES}: ${objects} objetos`,
      ...shownFlaws,
      ...damageSentences,
    ].join("; ");
    return { end: { mensagem, bytes, bytesNovos: null, documentos: 0 }, isGood, result: isGood };
  });
}

/** Sleeps for `ms`; ends early at the signal. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
