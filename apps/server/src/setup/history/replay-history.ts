import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import fs from "node:fs/promises";
import { MINUTE_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import type { SandboxInfo } from "../../config.ts";
import type { Db } from "../../db/index.ts";
import { openReading } from "../../pipeline/ingest/read-dfe.ts";
import { toPoll } from "../../services/caixa-email/caixa-health.rules.ts";
import { saveDemoCaixa } from "../../services/conta/demo.rows.ts";
import { closeSefazClients } from "../../services/sefaz/sefaz-clients.ts";
import { planTasks } from "../../services/task/task.rows.ts";
import {
  backdate,
  closePastNotifications,
  countNotas,
  findDemoCaixa,
  findEmpresas,
  findOwner,
  findPublished,
  hasContent,
  takeTasks,
} from "./history.rows.ts";
import { type HistoryStep, readHistorySteps, type StepOf } from "./history-steps.ts";
import { type HistoryReplay, type HistoryTurn, openTurn, toJob } from "./history-turn.ts";
import { replayMarks, settleViews } from "./replay-marks.ts";
import { replayExport, replayImport, replayManifestacao } from "./replay-office.ts";
import { type ReadPoll, readPoll, replayRefusal, storePoll } from "./replay-poll.ts";
import {
  type DueConsultas,
  query,
  replayDistribution,
  settleConsultas,
  settleRechecks,
} from "./replay-sefaz.ts";

/** The past of a demo conta that setup has not replayed. */
export type PendingHistory = { file: string; steps: readonly HistoryStep[]; begin: Date };

/** Reads the past that the sandbox invented; null when there is none, or it was replayed before. */
export async function readHistory({ historia: file }: SandboxInfo): Promise<PendingHistory | null> {
  if (!file || !existsSync(file)) return null;
  const steps = await readHistorySteps(file);
  const [first] = steps;
  return first ? { file, steps, begin: first.em } : null;
}

/**
 * Replays the past of the demo conta with the functions of the product, each at its own instant, in one
 * transaction: all of it or nothing. A conta with any content stays unchanged. Runs before http and
 * worker, and deletes the file.
 * @returns the number of documents; null = the conta had content
 */
export async function replayHistory(
  ctx: AppContext,
  { contaId, info, history }: { contaId: string; info: SandboxInfo; history: PendingHistory },
): Promise<number | null> {
  try {
    const count = await ctx.database.withConta(contaId, async (db) => {
      if (await hasContent(db, contaId)) return null;
      await replaySteps(await openReplay(ctx, { db, contaId, info }), history.steps);
      return await countNotas(db, contaId);
    });
    await fs.rm(history.file, { force: true });
    return count;
  } finally {
    closeSefazClients();
  }
}

type ReplayPlace = { db: Db; contaId: string; info: SandboxInfo };

async function openReplay(ctx: AppContext, { db, contaId, info }: ReplayPlace): Promise<HistoryReplay> {
  const { usuarioId, nome, uf } = await findOwner(db, contaId);
  const caller = {
    ...{ contaId, usuarioId, ownerId: usuarioId, nome, contaUf: uf, contaSandbox: true, sessionId: "" },
    ...{ isManager: true, isProprietario: true, isPerson: true, isManifestante: true },
    ...{ lacksSecondFactor: false, authenticatedAt: null, scopes: null, empresas: null },
  };
  const caixas = [await findDemoCaixa(db, contaId), await addSecondCaixa(ctx, { db, contaId, info })];
  const empresas = await findEmpresas(db, contaId);
  const memory = { answers: new Map(), nsus: new Map(), notaIds: new Map(), marks: [] };
  return { ctx, db, contaId, caller, caixas, empresas, ...memory };
}

/** Seldom, because its password is wrong by now. */
const SECOND_POLL_MS = 10 * MINUTE_MS;
const WRONG_PASSWORD_BYTES = 9;

/** The mailbox of the second empresa, whose password changed at its mail server. */
async function addSecondCaixa(ctx: AppContext, { db, contaId, info }: ReplayPlace): Promise<string> {
  const { servidor, porta } = info.pop3;
  const senha = randomBytes(WRONG_PASSWORD_BYTES).toString("base64url");
  const seal = (id: string): Buffer =>
    ctx.secretBox.seal(senha, { tabela: "caixa_email", coluna: "senha_selada", id });
  const usuario = "fiscal@sabiadapraca.example";
  const caixa = { servidor, porta, usuario, descricao: "Caixa da cozinha", pollMs: SECOND_POLL_MS, seal };
  const id = await saveDemoCaixa(db, contaId, caixa);
  await planTasks(db, contaId, [toPoll({ id, servidor }, ctx.clock.now())]);
  return id;
}

async function replaySteps(replay: HistoryReplay, steps: readonly HistoryStep[]): Promise<void> {
  const { db, contaId, ctx } = replay;
  const now = ctx.clock.now();
  const reader = await openPollReader(replay, steps);
  for (const step of steps) {
    const turn = openTurn(replay, step.em);
    await settleConsultas(turn, await replayStep(turn, step, reader));
  }
  const views = await findPublished(db, contaId);
  const consulted = await settleRechecks(replay, { views, now });
  await settleViews(replay, { views, consulted, now });
  await closePastNotifications(db, contaId);
  await backdate(db, contaId, steps[0]?.em ?? now);
}

/** lastPoll: the time of the last poll of a mailbox. */
type PollReader = { next(step: StepOf<"coleta">): Promise<ReadPoll>; lastPoll(caixa: number): Date | null };

/** Reads the e-mails of the next poll while the database stores the previous one. */
async function openPollReader(replay: HistoryReplay, steps: readonly HistoryStep[]): Promise<PollReader> {
  const { now } = replay.ctx.clock;
  const turn = openTurn(replay, now());
  const mode = await openReading({ ...turn.ctx, job: toJob(turn, "ingest", "") });
  const polls = steps.filter((step) => step.tipo === "coleta");
  const last = new Map<number, Date>();
  let begun = 0;
  const read = async (): Promise<ReadPoll> => {
    const step = polls[begun];
    begun += 1;
    return step ? await readPoll(replay, step, mode) : { mailboxes: [] };
  };
  let ahead = read();
  return {
    next: async ({ em, caixas }) => {
      for (const { caixa } of caixas) last.set(caixa, em);
      const poll = await ahead;
      ahead = read();
      return poll;
    },
    lastPoll: (caixa) => last.get(caixa) ?? null,
  };
}

const NOTHING_DUE: DueConsultas = { chaves: [], unsettled: [], feed: [] };

/** @returns what SEFAZ is to be asked about, and what is to be published */
async function replayStep(turn: HistoryTurn, step: HistoryStep, reader: PollReader): Promise<DueConsultas> {
  switch (step.tipo) {
    case "coleta": {
      const { chaves, publication, withEvento } = await storePoll(turn, await reader.next(step));
      const { feed, mudas } = publication;
      return { chaves, unsettled: [...step.aConsultar, ...withEvento], feed, mudas };
    }
    case "distribuicao":
      return await takeDue(turn, () => replayDistribution(turn, step));
    case "importacao":
      return await takeDue(turn, () => replayImport(turn, step));
    default:
      await replayAct(turn, step, reader);
      return NOTHING_DUE;
  }
}

/** @returns the consultas that the work itself planned */
async function takeDue({ db, contaId, now }: HistoryTurn, work: () => Promise<void>): Promise<DueConsultas> {
  await takeTasks(db, contaId, now);
  await work();
  return { ...NOTHING_DUE, chaves: await takeTasks(db, contaId, now) };
}

type Act = Exclude<HistoryStep, StepOf<"coleta" | "distribuicao" | "importacao">>;

async function replayAct(turn: HistoryTurn, step: Act, reader: PollReader): Promise<void> {
  switch (step.tipo) {
    case "caixa-recusada":
      return await replayRefusal(turn, step, reader.lastPoll(step.caixa) ?? step.em);
    case "consulta":
      for (const chave of step.chaves) await query(turn, chave);
      return;
    case "marcas":
      return await replayMarks(turn, step);
    case "manifestacao":
      return await replayManifestacao(turn, step);
    case "exportacao":
      return await replayExport(turn, step);
  }
}
