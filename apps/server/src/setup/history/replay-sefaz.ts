import { MODELOS, TIPOS_NOTA, tipoNotaOfModelo, tiposWith } from "@malote/syntax";
import { runPipelineJob } from "../../pipeline/run-pipeline-job.ts";
import { toNsu } from "../../services/distribuicao/distribuicao.rules.ts";
import { readDistribuido } from "../../services/distribuicao/read-distribuido.ts";
import { savePage } from "../../services/distribuicao/save-page.ts";
import type { FeedItem } from "../../services/documento/documento.rules.ts";
import { findQueriedViews } from "../../services/nota/nota-ingest.rows.ts";
import { type Publication, publish } from "../../services/publication/publish.rows.ts";
import type { ConsultaOrigem, NovaConsulta } from "../../services/sefaz/consulta.rows.ts";
import {
  findAuthorizer,
  findNextRecheck,
  isCancelledStatus,
  RECHECKS_MS,
  toValidateTask,
} from "../../services/sefaz/sefaz.rules.ts";
import { planTasks } from "../../services/task/task.rows.ts";
import { readTrust } from "../../trust.ts";
import { insertConsultas, type PublishedView, saveProtocolAnswers, takeTasks } from "./history.rows.ts";
import type { StepOf } from "./history-steps.ts";
import { type HistoryReplay, type HistoryTurn, type KnownAnswer, toJob } from "./history-turn.ts";

/** What SEFAZ says about an authorized document, by tipo: it names the first model of the family. */
const MOTIVOS = Object.fromEntries(
  TIPOS_NOTA.map((tipo) => {
    const [first = tipo] = tiposWith("family", MODELOS[tipo].family);
    const { artigo, sigla } = MODELOS[first];
    return [tipo, `Autorizado o uso d${artigo} ${sigla}`];
  }),
);
/** Shortest and longest answer of SEFAZ, in ms. */
const ANSWER_MS = { min: 180, range: 900 };

/** Chaves that a step made due. unsettled: about which SEFAZ does not answer what their XML says. */
export type DueConsultas = Pick<Publication, "feed" | "mudas"> & {
  chaves: readonly string[];
  unsettled: readonly string[];
};

/**
 * Asks SEFAZ about the chaves that a step made due, and publishes the step. About a new document SEFAZ
 * repeats the protocol in its XML; the simulated SEFAZ is only asked about the others.
 */
export async function settleConsultas(
  turn: HistoryTurn,
  { chaves, unsettled, feed, mudas = [] }: DueConsultas,
): Promise<void> {
  const { db, contaId, now, answers } = turn;
  const due = [...new Set(chaves)];
  const asked = new Set(unsettled);
  const plain = due.filter((chave) => !answers.has(chave) && !asked.has(chave));
  const status = await answerByProtocol(turn, plain);
  await publish(db, contaId, { agora: now, feed: [...feed, ...status], mudas });
  for (const chave of due) if (answers.has(chave) || asked.has(chave)) await queryAgain(turn, chave);
}

/** A document that is cancelled already stays so. */
async function queryAgain(turn: HistoryTurn, chave: string): Promise<void> {
  const last = turn.answers.get(chave)?.at(-1);
  if (last && (last.em.getTime() === turn.now.getTime() || isCancelledStatus(last.cStat))) return;
  await query(turn, chave);
}

/** Queries the simulated SEFAZ as the worker does, and remembers its answer. */
export async function query(turn: HistoryTurn, chave: string): Promise<void> {
  const { db, contaId, now: em, answers, notaIds } = turn;
  await runPipelineJob(turn.ctx, toJob(turn, "validate", chave));
  const [view] = await findQueriedViews(db, contaId, chave);
  if (!view?.sefazStatus) return;
  answers.set(chave, [...(answers.get(chave) ?? []), { em, cStat: view.sefazStatus }]);
  notaIds.set(chave, notaIds.get(chave) ?? view.id);
}

async function answerByProtocol(turn: HistoryTurn, chaves: readonly string[]): Promise<FeedItem[]> {
  if (chaves.length === 0) return [];
  const { db, contaId, now, answers, notaIds } = turn;
  const views = await saveProtocolAnswers(db, contaId, { chaves, motivos: MOTIVOS, now });
  const consultas = chaves.map((chave) =>
    toConsulta(chave, { em: now, origem: "recebimento", cStat: "100" }),
  );
  await insertConsultas(db, contaId, consultas);
  for (const chave of chaves) answers.set(chave, [{ em: now, cStat: "100" }]);
  const published = views.filter(({ isPublic }) => isPublic);
  for (const { id, chave, papel } of published)
    if (papel === "E" || !notaIds.has(chave)) notaIds.set(chave, id);
  return published.map(({ id }): FeedItem => ({ tipo: "status", notaId: id }));
}

type Answered = { em: Date; origem: ConsultaOrigem; cStat: string; xMotivo?: string | null };

function toConsulta(
  chave: string,
  { em, origem, cStat, xMotivo }: Answered,
): Omit<NovaConsulta, "quem" | "falha" | "servico"> {
  const tipo = tipoNotaOfModelo(chave.slice(20, 22));
  const duracaoMs = ANSWER_MS.min + (Number(chave.slice(35, 43)) % ANSWER_MS.range);
  return {
    chave,
    origem,
    autorizador: findAuthorizer(chave)?.autorizador ?? null,
    pedidaEm: em,
    duracaoMs,
    cStat,
    xMotivo: xMotivo ?? (tipo === null ? null : (MOTIVOS[tipo] ?? null)),
  };
}

/**
 * Stores the planned rechecks until now that found nothing new, and plans the next one of each document.
 * @returns when SEFAZ was last asked about each chave
 */
export async function settleRechecks(
  { db, contaId, answers }: HistoryReplay,
  { views, now }: { views: readonly PublishedView[]; now: Date },
): Promise<Map<string, Date>> {
  const documents = [...new Map(views.map((view) => [view.chave, view])).values()];
  const rechecks = documents.flatMap(({ chave, emissao, xMotivo }) =>
    listRechecks(emissao, answers.get(chave) ?? [], now).map(({ em, cStat }) =>
      toConsulta(chave, { em, origem: "agenda", cStat, ...(cStat === "100" ? {} : { xMotivo }) }),
    ),
  );
  await insertConsultas(db, contaId, rechecks);
  await takeTasks(db, contaId, now);
  const tasks = documents.flatMap(({ chave, emissao }) => {
    const next = findNextRecheck(emissao, now);
    return next && answers.has(chave) ? [toValidateTask(chave, next)] : [];
  });
  await planTasks(db, contaId, tasks);
  const times = [...answers].flatMap(([chave, known]) => known.map(({ em }) => ({ chave, pedidaEm: em })));
  return latest([...times, ...rechecks]);
}

function latest(consultas: readonly { chave: string; pedidaEm: Date }[]): Map<string, Date> {
  const last = new Map<string, Date>();
  for (const { chave, pedidaEm } of consultas)
    if (pedidaEm >= (last.get(chave) ?? pedidaEm)) last.set(chave, pedidaEm);
  return last;
}

/** The rechecks after the first answer, without those that were answered themselves. */
function listRechecks(emissao: Date, known: readonly KnownAnswer[], now: Date): KnownAnswer[] {
  const [first] = known;
  if (!first) return [];
  const times = RECHECKS_MS.map((ms) => new Date(emissao.getTime() + ms));
  return times.flatMap((em): KnownAnswer[] => {
    if (em <= first.em || em > now || known.some((each) => each.em.getTime() === em.getTime())) return [];
    const { cStat } = known.findLast((each) => each.em <= em) ?? first;
    return [{ em, cStat }];
  });
}

/** Reads what SEFAZ distributed since the last sync. */
export async function replayDistribution(turn: HistoryTurn, step: StepOf<"distribuicao">): Promise<void> {
  const { ctx, db, contaId, now, empresas, nsus } = turn;
  const { distribuidor: modelo, cnpj } = step;
  const empresaId = empresas.get(cnpj);
  if (empresaId === undefined) throw new Error(`no empresa has the CNPJ ${cnpj}`);
  const trust = readTrust(ctx.config, true);
  const documents = await Promise.all(
    step.documentos.map(({ nsu, schema, xml }) =>
      readDistribuido({ nsu: toNsu(nsu), schema, xml: Buffer.from(xml) }, { trust, recebidoEm: now }),
    ),
  );
  const after = nsus.get(modelo) ?? toNsu(0);
  const ultNSU = documents.at(-1)?.nsu ?? after;
  nsus.set(modelo, ultNSU);
  const answer = { cStat: "138", xMotivo: "Documento localizado", ultNSU, maxNSU: ultNSU, nextRun: null };
  const page = { syncKey: { empresaId, modelo }, cnpj, documents, now, after, ...answer };
  if (!(await savePage(db, contaId, page))) throw new Error("a page of the distribution was not stored");
}
