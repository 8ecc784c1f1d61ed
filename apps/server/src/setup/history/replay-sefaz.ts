import { MODELOS, tipoNotaOfModelo } from "@malote/syntax";
import { toNsu } from "../../services/distribuicao/distribuicao.rules.ts";
import { readDistribuido } from "../../services/distribuicao/read-distribuido.ts";
import { savePage } from "../../services/distribuicao/save-page.ts";
import type { FeedItem } from "../../services/documento/documento.rules.ts";
import { findQueriedViews } from "../../services/nota/nota-ingest.rows.ts";
import { publish } from "../../services/publication/publish.rows.ts";
import type { ConsultaOrigem, NovaConsulta } from "../../services/sefaz/consulta.rows.ts";
import {
  findAuthorizer,
  findNextRecheck,
  RECHECKS_MS,
  toValidateTask,
} from "../../services/sefaz/sefaz.rules.ts";
import { planTasks } from "../../services/task/task.rows.ts";
import { readTrust } from "../../trust.ts";
import { findAnswered, insertConsultas, saveConsultedAt, saveProtocolAnswers, takeTasks } from "./history.rows.ts";
import type { StepOf } from "./history-steps.ts";
import { type HistoryReplay, type HistoryTurn, type KnownAnswer, queryNow } from "./history-turn.ts";

/** What SEFAZ says about an authorized document, by tipo. */
const MOTIVOS = Object.fromEntries(
  Object.entries(MODELOS).map(([tipo, { artigo, sigla }]) => [tipo, `Autorizado o uso d${artigo} ${sigla}`]),
);
/** Shortest and longest answer of SEFAZ, in ms. */
const ANSWER_MS = { min: 180, range: 900 };

/**
 * Asks SEFAZ about the chaves that the step planned. About a new document SEFAZ repeats the protocol in
 * its XML; the simulated SEFAZ is only asked about the others.
 */
export async function settleConsultas(turn: HistoryTurn, unsettled: readonly string[]): Promise<void> {
  const { db, contaId, now, answers } = turn;
  const due = [...new Set(await takeTasks(db, contaId, now))];
  const asked = new Set(unsettled);
  const plain = due.filter((chave) => !answers.has(chave) && !asked.has(chave));
  await answerByProtocol(turn, plain);
  for (const chave of due) if (answers.has(chave) || asked.has(chave)) await query(turn, chave);
  await takeTasks(db, contaId, now);
}

/** Queries the simulated SEFAZ, and remembers its answer. */
export async function query(turn: HistoryTurn, chave: string): Promise<void> {
  const { db, contaId, now: em, answers } = turn;
  if (answers.get(chave)?.some((each) => each.em.getTime() === em.getTime())) return;
  await queryNow(turn, chave);
  const [view] = await findQueriedViews(db, contaId, chave);
  if (!view?.sefazStatus) return;
  answers.set(chave, [...(answers.get(chave) ?? []), { em, cStat: view.sefazStatus }]);
}

async function answerByProtocol(turn: HistoryTurn, chaves: readonly string[]): Promise<void> {
  if (chaves.length === 0) return;
  const { db, contaId, now, answers } = turn;
  const views = await saveProtocolAnswers(db, contaId, { chaves, motivos: MOTIVOS, now });
  const consultas = chaves.map((chave) => toConsulta(chave, { em: now, origem: "recebimento", cStat: "100" }));
  await insertConsultas(db, contaId, consultas);
  for (const chave of chaves) answers.set(chave, [{ em: now, cStat: "100" }]);
  const feed = views
    .filter(({ isPublic }) => isPublic)
    .map(({ id }): FeedItem => ({ tipo: "status", notaId: id }));
  await publish(db, contaId, { agora: now, feed });
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
 */
export async function settleRechecks({ db, contaId, answers }: HistoryReplay, now: Date): Promise<void> {
  const documents = new Map((await findAnswered(db, contaId)).map((each) => [each.chave, each]));
  const rechecks = [...documents.values()].flatMap(({ chave, emissao, xMotivo }) => {
    const known = answers.get(chave) ?? [];
    return listRechecks(emissao, known, now).map(({ em, cStat }) =>
      toConsulta(chave, { em, origem: "agenda", cStat, ...(cStat === "100" ? {} : { xMotivo }) }),
    );
  });
  await insertConsultas(db, contaId, rechecks);
  const last = new Map([...answers].map(([chave, known]) => [chave, known.at(-1)?.em ?? now]));
  for (const { chave, pedidaEm } of rechecks)
    if (pedidaEm > (last.get(chave) ?? pedidaEm)) last.set(chave, pedidaEm);
  await saveConsultedAt(db, contaId, [...last].map(([chave, em]) => ({ chave, em })));
  const tasks = [...documents.values()].flatMap(({ chave, emissao }) => {
    const next = findNextRecheck(emissao, now);
    return next && answers.has(chave) ? [toValidateTask(chave, next)] : [];
  });
  await planTasks(db, contaId, tasks);
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
