import { DAY_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import type { Db } from "../../db/index.ts";
import { toPoll } from "../../services/caixa-email/caixa-health.rules.ts";
import { checkSilence } from "../../services/caixa-health/check-silence.ts";
import { mendCounts } from "../../services/email/email-counts.rows.ts";
import { closeEmail } from "../../services/email/email-ingest.rows.ts";
import { toIngest } from "../../services/email/to-ingest.ts";
import { endImportacao } from "../../services/importacao/importacao.rows.ts";
import { toLoteTask } from "../../services/lote/lote.rules.ts";
import { failLote } from "../../services/lote/run-lote.ts";
import { toSendTask } from "../../services/manifestacao/to-send-task.ts";
import { closeManifestacao } from "../../services/manifestacao-sending/pending.rows.ts";
import { closeOutgoingEmail } from "../../services/outgoing-email/outgoing-email.rows.ts";
import { failFileRequest } from "../../services/requested-file/requested-file.rows.ts";
import { findStalled, findStalledCaixas, type StalledType } from "../../services/task/stalled-task.rows.ts";
import { type NewTask, planTasks } from "../../services/task/task.rows.ts";

const NONE = "00000000-0000-0000-0000-000000000000";
/** Contas per query; stalled rows of one conta per run. */
const CONTA_PAGE = 500;
const STALLED_MAX = 500;
/** E-mails whose counts are compared with their ledger in one statement. */
const COUNTED_EMAILS = 2_000;
/** A row that stalls more often in one day does not stall by accident. */
const RETRIES_MAX = 5;

/** Work of one type that may stall: the task that takes it up again, and how it is given up. */
type Resumable = { toTask: (id: string) => NewTask; giveUp: (id: string) => Promise<unknown> };

/**
 * Resumes work that stalled between two states: an unread e-mail or import, an unwritten file, an unended
 * lote, an unpolled mailbox, an unsent e-mail or manifestação.
 */
export async function sweepStalled(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const total = await eachConta(ctx, signal, async (db, contaId) => {
    const now = ctx.clock.now();
    const stopped: Record<string, string[]> = {};
    for (const [tipo, work] of Object.entries(resumables(db, contaId, now)))
      stopped[tipo] = await resumeStalled(db, contaId, { ...work, tipo: tipo as StalledType, now });
    const caixas = await findStalledCaixas(db, contaId);
    await planTasks(
      db,
      contaId,
      caixas.map((caixa) => toPoll(caixa, now)),
    );
    stopped.poll = idsOf(caixas);
    const count = Object.values(stopped).flat().length;
    if (count > 0) ctx.log.warn({ contaId, ...stopped }, "trabalho parado entre dois estados foi retomado");
    return count;
  });
  if (total > 0) ctx.wake?.();
  return total;
}

function resumables(db: Db, contaId: string, now: Date): Record<StalledType, Resumable> {
  const again = (tipo: StalledType) => (id: string) => ({ tipo, alvo: id, venceEm: now });
  const failFile = (id: string) => failFileRequest(db, contaId, { id, falha: "interno", now });
  return {
    ingest: {
      toTask: (id) => toIngest(contaId, id, now),
      giveUp: (id) => closeEmail(db, contaId, { emailId: id, motivo: "leitura-falhou" }),
    },
    importacao: {
      toTask: again("importacao"),
      giveUp: (id) => endImportacao(db, contaId, { id, estado: "falhou", falha: "interno", now }),
    },
    exportacao: { toTask: again("exportacao"), giveUp: failFile },
    repositorio: { toTask: again("repositorio"), giveUp: failFile },
    envio: {
      toTask: again("envio"),
      giveUp: (id) =>
        closeOutgoingEmail(db, contaId, { envioId: id, falha: "desistiu: parou muitas vezes", now }),
    },
    manifesto: {
      toTask: (id) => toSendTask(id, { venceEm: now }),
      giveUp: (id) => closeManifestacao(db, contaId, { id, estado: "falhou", falha: "interna", now }),
    },
    lote: {
      toTask: (id) => toLoteTask(contaId, id, now),
      giveUp: (id) => failLote(db, contaId, { loteId: id, now }),
    },
  };
}

/** @returns ids of what had stalled: taken up again, or given up after too many times */
async function resumeStalled(
  db: Db,
  contaId: string,
  { tipo, now, toTask, giveUp }: Resumable & { tipo: StalledType; now: Date },
): Promise<string[]> {
  const desde = new Date(now.getTime() - DAY_MS);
  const stalled = await findStalled(db, contaId, { tipo, desde, limite: STALLED_MAX });
  const again = stalled.filter(({ voltas }) => voltas < RETRIES_MAX);
  await planTasks(
    db,
    contaId,
    again.map(({ id }) => toTask(id)),
  );
  for (const { id, voltas } of stalled) if (voltas >= RETRIES_MAX) await giveUp(id);
  return idsOf(stalled);
}

/** Compares the counts of every e-mail with its ledger, and corrects them. */
export async function sweepEmailCounts(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for await (const contaId of listContas(ctx, signal)) total += await mendEmailCounts(ctx, contaId, signal);
  return total;
}

async function mendEmailCounts(
  ctx: AppContext,
  contaId: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  let total = 0;
  let after = NONE;
  for (;;) {
    if (signal?.aborted) return total;
    const about = { after, limite: COUNTED_EMAILS };
    const look = await ctx.database.withConta(contaId, (db) => mendCounts(db, contaId, about));
    if (look.wrong.length > 0) {
      ctx.log.error({ contaId, errados: look.wrong }, "as contas de e-mails foram corrigidas");
    }
    total += look.wrong.length;
    if (look.last === null) return total;
    after = look.last;
  }
}

/** Finds mailboxes that are silent for longer than usual. */
export async function sweepSilentCaixas(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const changed = await eachConta(ctx, signal, (db, contaId) => checkSilence(db, contaId, ctx.clock.now()));
  if (changed > 0) ctx.wake?.();
  return changed;
}

type Look = (db: Db, contaId: string) => Promise<number>;

/** Runs `look` for every conta, in a transaction of its own. */
export async function eachConta(
  ctx: AppContext,
  signal: AbortSignal | undefined,
  look: Look,
): Promise<number> {
  let total = 0;
  for await (const contaId of listContas(ctx, signal)) {
    total += await ctx.database.withConta(contaId, (db) => look(db, contaId));
  }
  return total;
}

/** All contas, or until the process ends. */
async function* listContas({ database }: AppContext, signal: AbortSignal | undefined): AsyncIterable<string> {
  let after = NONE;
  for (;;) {
    const contas = await database.gatekeeper.findContas(after, CONTA_PAGE);
    for (const contaId of contas) {
      if (signal?.aborted) return;
      yield contaId;
    }
    const last = contas.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

function idsOf(all: readonly { id: string }[]): string[] {
  return all.map(({ id }) => id);
}
