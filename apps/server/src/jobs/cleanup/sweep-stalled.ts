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
import type { RequestedFileType } from "../../services/requested-file/requested-file.rules.ts";
import { findStalled, findStalledCaixas, type StalledRow } from "../../services/task/stalled-task.rows.ts";
import { planTasks } from "../../services/task/task.rows.ts";
import type { TaskType } from "../../services/task/task.rules.ts";

const NONE = "00000000-0000-0000-0000-000000000000";
/** Contas per query; stalled rows of one conta per run. */
const CONTA_PAGE = 500;
const STALLED_MAX = 500;
/** E-mails whose counts are compared with their ledger in one statement. */
const COUNTED_EMAILS = 2_000;
/** A row that stalls more often in one day does not stall by accident. */
const RETRIES_MAX = 5;

/**
 * Resumes work that stalled between two states: an unread e-mail or import, an unwritten file, an
 * unpolled mailbox, an unsent e-mail or manifestação.
 */
export async function sweepStalled(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const total = await eachConta(ctx, signal, async (db, contaId) => {
    const now = ctx.clock.now();
    const search = { desde: new Date(now.getTime() - DAY_MS), limite: STALLED_MAX };
    const emails = await findStalled(db, contaId, { tipo: "ingest", ...search });
    const outgoingEmails = await findStalled(db, contaId, { tipo: "envio", ...search });
    const importacoes = await resumeImportacoes(db, contaId, { ...search, now });
    const exportacoes = await resumeRequestedFiles(db, contaId, { ...search, tipo: "exportacao", now });
    const repositorios = await resumeRequestedFiles(db, contaId, { ...search, tipo: "repositorio", now });
    const manifestacoes = await resumeManifestacoes(db, contaId, { ...search, now });
    const lotes = await resumeLotes(db, contaId, { ...search, now });
    const caixas = await findStalledCaixas(db, contaId);
    const again = (tipo: TaskType, all: readonly StalledRow[]) =>
      all.filter(mayRetry).map(({ id }) => ({ tipo, alvo: id, venceEm: now }));
    const hopeless = (all: readonly StalledRow[]) => all.filter((each) => !mayRetry(each));
    const polls = caixas.map((caixa) => toPoll(caixa, now));
    const ingests = emails.filter(mayRetry).map(({ id }) => toIngest(contaId, id, now));
    const manifestTasks = again("manifesto", manifestacoes).map(({ alvo }) =>
      toSendTask(alvo, { venceEm: now }),
    );
    const resumed = [...ingests, ...again("envio", outgoingEmails), ...manifestTasks, ...polls];
    await planTasks(db, contaId, resumed);
    for (const { id } of hopeless(emails)) {
      await closeEmail(db, contaId, { emailId: id, motivo: "leitura-falhou" });
    }
    for (const { id } of hopeless(outgoingEmails)) {
      await closeOutgoingEmail(db, contaId, { envioId: id, falha: "desistiu: parou muitas vezes", now });
    }
    const all = {
      emails,
      importacoes,
      exportacoes,
      repositorios,
      envios: outgoingEmails,
      manifestacoes,
      lotes,
      caixas,
    };
    const stopped = Object.fromEntries(Object.entries(all).map(([nome, each]) => [nome, idsOf(each)]));
    const count = Object.values(all).flat().length;
    if (count > 0) ctx.log.warn({ contaId, ...stopped }, "trabalho parado entre dois estados foi retomado");
    return count;
  });
  if (total > 0) ctx.wake?.();
  return total;
}

function mayRetry({ voltas }: StalledRow): boolean {
  return voltas < RETRIES_MAX;
}

async function resumeImportacoes(
  db: Db,
  contaId: string,
  { now, ...search }: { desde: Date; limite: number; now: Date },
): Promise<StalledRow[]> {
  const paradas = await findStalled(db, contaId, { tipo: "importacao", ...search });
  const again = paradas
    .filter(mayRetry)
    .map(({ id }) => ({ tipo: "importacao" as const, alvo: id, venceEm: now }));
  await planTasks(db, contaId, again);
  for (const { id } of paradas.filter((parada) => !mayRetry(parada))) {
    await endImportacao(db, contaId, { id, estado: "falhou", falha: "interno", now });
  }
  return paradas;
}

async function resumeRequestedFiles(
  db: Db,
  contaId: string,
  { now, tipo, ...search }: { tipo: RequestedFileType; desde: Date; limite: number; now: Date },
): Promise<StalledRow[]> {
  const parados = await findStalled(db, contaId, { tipo, ...search });
  const again = parados.filter(mayRetry).map(({ id }) => ({ tipo, alvo: id, venceEm: now }));
  await planTasks(db, contaId, again);
  for (const { id } of parados.filter((parado) => !mayRetry(parado))) {
    await failFileRequest(db, contaId, { id, falha: "interno", now });
  }
  return parados;
}

async function resumeManifestacoes(
  db: Db,
  contaId: string,
  { now, ...search }: { desde: Date; limite: number; now: Date },
): Promise<StalledRow[]> {
  const paradas = await findStalled(db, contaId, { tipo: "manifesto", ...search });
  const manifestTasks = paradas.filter(mayRetry).map(({ id }) => toSendTask(id, { venceEm: now }));
  await planTasks(db, contaId, manifestTasks);
  for (const each of paradas.filter((parada) => !mayRetry(parada))) {
    await closeManifestacao(db, contaId, { id: each.id, estado: "falhou", falha: "interna", now });
  }
  return paradas;
}

async function resumeLotes(
  db: Db,
  contaId: string,
  { now, ...search }: { desde: Date; limite: number; now: Date },
): Promise<StalledRow[]> {
  const parados = await findStalled(db, contaId, { tipo: "lote", ...search });
  await planTasks(
    db,
    contaId,
    parados.filter(mayRetry).map(({ id }) => toLoteTask(contaId, id, now)),
  );
  for (const { id } of parados.filter((parado) => !mayRetry(parado))) {
    await failLote(db, contaId, { loteId: id, now });
  }
  return parados;
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
