import fs from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { MINUTE_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import type { SandboxInfo } from "../../config.ts";
import type { Db } from "../../db/index.ts";
import { saveDemoCaixa } from "../../services/conta/demo.rows.ts";
import { toPoll } from "../../services/caixa-email/caixa-health.rules.ts";
import { closeSefazClients } from "../../services/sefaz/sefaz-clients.ts";
import { planTasks } from "../../services/task/task.rows.ts";
import {
  backdate,
  closePastNotifications,
  findDemoCaixa,
  findEmpresas,
  findOwner,
  hasContent,
} from "./history.rows.ts";
import { type HistoryStep, readHistorySteps } from "./history-steps.ts";
import { type HistoryReplay, type HistoryTurn, openTurn } from "./history-turn.ts";
import { replayExport, replayImport, replayManifestacao, replayMarks } from "./replay-office.ts";
import { replayPoll, replayRefusal } from "./replay-poll.ts";
import { query, replayDistribution, settleConsultas, settleRechecks } from "./replay-sefaz.ts";

/**
 * Replays the past that the sandbox invented for the demo conta, with the functions of the product, each
 * at its own instant, in one transaction: all of it or nothing. A conta with any content stays unchanged.
 * Runs before http and worker, and deletes the file.
 * @returns the number of steps; 0 = nothing was replayed
 */
export async function replayHistory(
  ctx: AppContext,
  { contaId, info }: { contaId: string; info: SandboxInfo },
): Promise<number> {
  const file = info.historia;
  if (!file) return 0;
  const steps = await readHistorySteps(file);
  try {
    await ctx.database.withConta(contaId, async (db) => {
      if (await hasContent(db, contaId)) return;
      await replaySteps(await openReplay(ctx, { db, contaId, info }), steps);
    });
  } finally {
    closeSefazClients();
  }
  await fs.rm(file, { force: true });
  return steps.length;
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
  return { ctx, db, contaId, caller, caixas, empresas, answers: new Map(), nsus: new Map() };
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
  const polls = new Map<number, Date>();
  for (const step of steps) {
    const turn = openTurn(replay, step.em);
    const unsettled = await replayStep(turn, step, polls);
    await settleConsultas(turn, unsettled);
  }
  await settleRechecks(replay, ctx.clock.now());
  await closePastNotifications(db, contaId);
  await backdate(db, contaId, steps[0]?.em ?? ctx.clock.now());
}

/** @returns chaves about which SEFAZ does not answer what their XML says */
async function replayStep(
  turn: HistoryTurn,
  step: HistoryStep,
  polls: Map<number, Date>,
): Promise<readonly string[]> {
  switch (step.tipo) {
    case "coleta": {
      polls.set(step.caixa, step.em);
      const { withEvento } = await replayPoll(turn, step);
      return [...step.aConsultar, ...withEvento];
    }
    case "caixa-recusada":
      await replayRefusal(turn, step, polls.get(step.caixa) ?? step.em);
      return [];
    case "consulta":
      for (const chave of step.chaves) await query(turn, chave);
      return [];
    case "distribuicao":
      await replayDistribution(turn, step);
      return [];
    case "marcas":
      await replayMarks(turn, step);
      return [];
    case "manifestacao":
      await replayManifestacao(turn, step);
      return [];
    case "importacao":
      await replayImport(turn, step);
      return [];
    case "exportacao":
      await replayExport(turn, step);
      return [];
  }
}
