import { type ConsultaResponse, type SefazModelo, SefazOutage } from "@malote/sefaz";
import { isChaveAcesso, isNonexistent } from "@malote/syntax";
import { Deferral, Outage } from "../../errors.ts";
import { isPublished } from "../../services/documento/documento.rules.ts";
import { isSandboxConta } from "../../services/empresa/empresa-lock.rows.ts";
import {
  findQueriedViews,
  type QueriedView,
  saveSefazFailure,
  saveWithoutIe,
} from "../../services/nota/nota-ingest.rows.ts";
import {
  type ConsultaOrigem,
  insertConsulta,
  type NovaConsulta,
} from "../../services/sefaz/consulta.rows.ts";
import { isMisuse, misuseOutage } from "../../services/sefaz/rate-policy.rules.ts";
import {
  CERTIFICATE_CHECK_MS,
  findAuthorizer,
  findNextRecheck,
  isAlsoForSvrs,
  isQueryable,
  originOf,
  toValidateTask,
  USER_WAIT_MS,
} from "../../services/sefaz/sefaz.rules.ts";
import { type CertifiedSefazClient, findSefazClient } from "../../services/sefaz/sefaz-clients.ts";
import { withRateLimit } from "../../services/sefaz/with-rate-limit.ts";
import { keepSefazAnswer } from "../../services/sefaz-answer/keep-sefaz-answer.ts";
import { planTasks } from "../../services/task/task.rows.ts";
import { readTrust } from "../../trust.ts";
import type { Ref, Stage, StageContext } from "../stage.ts";

/** Queries SEFAZ about a chave, once for all its views, stores the answer, and plans the next recheck. */
export const validateNota: Stage<Ref, { chave: string; cStat: string }> = {
  nome: "validate-nota",
  job: "validate",
  async *run(ctx, inputs) {
    for await (const { alvo } of inputs) {
      const query = await prepare(ctx, alvo);
      if (query) yield* runQuery(ctx, query);
    }
  },
};

type SefazQuery = {
  chave: string;
  visoes: QueriedView[];
  emissao: Date;
  autorizador: string;
  modelo: SefazModelo;
  sandbox: boolean;
  origem: ConsultaOrigem;
  quem: string | null;
  emitenteSemIe: boolean | null;
  /** The UF's answer, before SVRS is queried. */
  ufAnswer?: ConsultaResponse;
};

/** The query to send, or null when none is due. */
async function prepare(ctx: StageContext, chave: string): Promise<SefazQuery | null> {
  if (!isChaveAcesso(chave)) return null;
  const { contaId } = ctx.job;
  const { visoes, sandbox } = await ctx.database.withConta(contaId, async (db) => ({
    visoes: await findQueriedViews(db, contaId, chave),
    sandbox: await isSandboxConta(db, contaId),
  }));
  const [first] = visoes;
  const emitenteSemIe = joinSemIe(visoes);
  const authorizer = findAuthorizer(chave, emitenteSemIe === true);
  if (!first || !authorizer) return null;
  if (!isQueryable(first.dataEmissao, ctx.clock.now())) return null;
  const origin = originOf({
    pessoaEspera: visoes.some(({ pessoaEspera }) => pessoaEspera),
    aguardava: visoes.some(({ aguardandoCertificado }) => aguardandoCertificado),
    consultada: visoes.some(({ consultada }) => consultada),
  });
  const quem = origin === "pessoa" ? first.pedidaPor : null;
  return {
    chave,
    visoes,
    emissao: first.dataEmissao,
    ...authorizer,
    sandbox,
    origem: origin,
    quem,
    emitenteSemIe,
  };
}

/** The issuer's IE status over all views: each may hold another copy. */
function joinSemIe(visoes: readonly QueriedView[]): boolean | null {
  if (visoes.some(({ emitenteSemIe }) => emitenteSemIe === true)) return true;
  return visoes.every(({ emitenteSemIe }) => emitenteSemIe === false) ? false : null;
}

async function* runQuery(
  ctx: StageContext,
  query: SefazQuery,
): AsyncIterable<{ chave: string; cStat: string }> {
  const { chave, visoes, sandbox } = query;
  const empresaIds = visoes.flatMap(({ empresaId }) => empresaId ?? []);
  const client = await findSefazClient(ctx, ctx.job.contaId, { empresaIds, sandbox });
  if (!client) {
    await waitForCertificate(ctx, query);
    return;
  }
  const finishRecord = startRecord(ctx, query);
  let svrsQuery: SefazQuery | null = null;
  try {
    const answer = await queryWithinLimits(ctx, query, client);
    const consulta = finishRecord({ cStat: answer.cStat, xMotivo: answer.xMotivo, falha: null });
    if (isAlsoForSvrs(query, answer)) {
      await ctx.database.withConta(ctx.job.contaId, (db) => insertConsulta(db, ctx.job.contaId, consulta));
      svrsQuery = toSvrs(query, answer);
    } else {
      const kept = chooseAnswer(query, answer);
      await keepOrFail(ctx, { answer: kept, consulta, query });
      if (kept.kind === "documento") yield { chave, cStat: kept.cStat };
    }
  } catch (error) {
    const falha = failureOf(error, query);
    if (falha !== null) await keepFailure(ctx, finishRecord({ cStat: null, xMotivo: null, falha }));
    throw error;
  }
  if (svrsQuery) yield* runQuery(ctx, svrsQuery);
}

function toSvrs(query: SefazQuery, antes: ConsultaResponse): SefazQuery {
  return { ...query, ...findAuthorizer(query.chave, true), emitenteSemIe: true, ufAnswer: antes };
}

/**
 * The answer that counts: when SVRS does not know the document and a retry would not help, the UF's
 * answer stays.
 */
function chooseAnswer({ ufAnswer: antes }: SefazQuery, answer: ConsultaResponse): ConsultaResponse {
  if (antes === undefined || answer.kind === "documento") return answer;
  return answer.retryAfterMs === null && !isMisuse(answer.cStat) ? antes : answer;
}

async function queryWithinLimits(
  ctx: StageContext,
  { chave, autorizador, modelo, sandbox, emitenteSemIe }: SefazQuery,
  client: CertifiedSefazClient,
): Promise<ConsultaResponse> {
  const { certificadoCnpj, certificado } = client;
  const quotas = ["consulta-chave", "autorizador"] as const;
  return await withRateLimit(
    ctx,
    { sandbox, autorizador, modelo, servico: "consulta", certificadoCnpj, certificado, chave, cotas: quotas },
    () => client.consultarProtocolo(chave, "1", { emitenteSemIe: emitenteSemIe === true }),
  );
}

type AttemptEnd = Pick<NovaConsulta, "cStat" | "xMotivo" | "falha">;

/** Starts the record of an attempt: its time, and its duration once it ends. */
function startRecord(ctx: StageContext, { chave, autorizador, origem: origin, quem }: SefazQuery) {
  const pedidaEm = ctx.clock.now();
  const started = performance.now();
  return (end: AttemptEnd): NovaConsulta => {
    const duracaoMs = Math.round(performance.now() - started);
    return { chave, servico: "consulta", origem: origin, quem, autorizador, pedidaEm, duracaoMs, ...end };
  };
}

/**
 * The recorded failure of an attempt; null = none. A deferral is recorded only for a user who would
 * wait long.
 */
function failureOf(error: unknown, { origem: origin }: SefazQuery): NovaConsulta["falha"] {
  if (error instanceof SefazOutage) return error.causa;
  if (!(error instanceof Deferral) || error.motivo === "lote") return null;
  return error.retryAfterMs > USER_WAIT_MS && origin === "pessoa" ? `vez-${error.motivo}` : null;
}

async function keepFailure(ctx: StageContext, consulta: NovaConsulta): Promise<void> {
  const { contaId } = ctx.job;
  await ctx.database.withConta(contaId, async (db) => {
    await insertConsulta(db, contaId, consulta);
    await saveSefazFailure(db, contaId, { chave: consulta.chave, lacksCertificado: false });
  });
}

type AnsweredQuery = { answer: ConsultaResponse; consulta: NovaConsulta; query: SefazQuery };

async function keepOrFail(ctx: StageContext, { answer, consulta, query }: AnsweredQuery): Promise<void> {
  const { contaId } = ctx.job;
  const { chave } = query;
  const now = ctx.clock.now();
  const recheck = recheckOf(query, now);
  if (answer.kind === "documento") {
    const trust = readTrust(ctx.config, query.sandbox);
    const { examine, readDfe } = ctx;
    const sefazAnswer = { chave, answer, consulta, confianca: trust, examine, readDfe, recheck, now };
    await keepSefazAnswer(ctx.database, contaId, sefazAnswer);
    if (query.ufAnswer && !isNonexistent(answer.cStat)) {
      await ctx.database.withConta(contaId, (db) => saveWithoutIe(db, contaId, chave));
    }
    return;
  }
  const { cStat, retryAfterMs } = answer;
  const again = retryAfterMs !== null || isMisuse(cStat);
  await ctx.database.withConta(contaId, async (db) => {
    await insertConsulta(db, contaId, consulta);
    await saveSefazFailure(db, contaId, { chave, lacksCertificado: false });
    if (!again && recheck) await planTasks(db, contaId, [toValidateTask(chave, recheck)]);
  });
  if (isMisuse(cStat)) throw misuseOutage(cStat);
  if (retryAfterMs !== null) throw new Outage(`SEFAZ says ${cStat}`, retryAfterMs);
}

/**
 * No certificate can query now: the document shows what it waits for and is checked daily until
 * SEFAZ no longer answers.
 */
async function waitForCertificate(ctx: StageContext, { chave, visoes }: SefazQuery): Promise<void> {
  const { contaId } = ctx.job;
  const venceEm = new Date(ctx.clock.now().getTime() + CERTIFICATE_CHECK_MS);
  await ctx.database.withConta(contaId, async (db) => {
    await saveSefazFailure(db, contaId, { chave, lacksCertificado: true });
    if (visoes.some(isPublished)) await planTasks(db, contaId, [toValidateTask(chave, { venceEm })]);
  });
}

// A document queried only on a user's request, such as one in quarantine, gets no recheck.
function recheckOf({ visoes, emissao }: SefazQuery, now: Date): ReturnType<typeof findNextRecheck> {
  return visoes.some(isPublished) ? findNextRecheck(emissao, now) : null;
}
