import { type ConsultaResponse, type ModeloSefaz, SefazOutage } from "@malote/sefaz";
import { isChaveAcesso, isInexistente } from "@malote/syntax";
import { Deferral, Outage } from "../errors.ts";
import { isPublished } from "../services/documento/documento.rules.ts";
import { findSandbox } from "../services/empresa/casa.rows.ts";
import {
  findVisoesConsulta,
  saveSefazFalha,
  saveSemIe,
  type VisaoConsulta,
} from "../services/nota/nota-ingest.rows.ts";
import { type ConsultaOrigem, insertConsulta, type NovaConsulta } from "../services/sefaz/consulta.rows.ts";
import { keepResposta } from "../services/sefaz/keep-resposta.ts";
import { isConsumoIndevido, misuseOutage } from "../services/sefaz/manners.rules.ts";
import { askPolitely } from "../services/sefaz/manners.ts";
import {
  ESPERA_PESSOA_MS,
  findConsulta,
  findNextConferencia,
  isAlsoForSvrs,
  isConsultavel,
  origemOf,
  SEM_CERTIFICADO_MS,
  toValidate,
} from "../services/sefaz/sefaz.rules.ts";
import { findSefazClient, type SefazDaCasa } from "../services/sefaz/sefaz-clients.ts";
import { planTarefas } from "../services/tarefa/tarefa.rows.ts";
import { readConfianca } from "../trust.ts";
import type { Ref, Stage, StageContext } from "./stage.ts";

/** Queries SEFAZ about a chave, once for all its views, stores the answer, and plans the next recheck. */
export const validateNota: Stage<Ref, { chave: string; cStat: string }> = {
  nome: "validate-nota",
  job: "validate",
  async *run(ctx, inputs) {
    for await (const { alvo } of inputs) {
      const pergunta = await prepare(ctx, alvo);
      if (pergunta) yield* ask(ctx, pergunta);
    }
  },
};

type Pergunta = {
  chave: string;
  visoes: VisaoConsulta[];
  emissao: Date;
  autorizador: string;
  modelo: ModeloSefaz;
  sandbox: boolean;
  origem: ConsultaOrigem;
  quem: string | null;
  emitenteSemIe: boolean | null;
  /** The UF's answer, before SVRS is queried. */
  antes?: ConsultaResponse;
};

/** The query to send, or null when none is due. */
async function prepare(ctx: StageContext, chave: string): Promise<Pergunta | null> {
  if (!isChaveAcesso(chave)) return null;
  const { contaId } = ctx.job;
  const { visoes, sandbox } = await ctx.database.withContaSql(contaId, async (sql) => ({
    visoes: await findVisoesConsulta(sql, contaId, chave),
    sandbox: await findSandbox(sql, contaId),
  }));
  const [first] = visoes;
  const emitenteSemIe = joinSemIe(visoes);
  const onde = findConsulta(chave, emitenteSemIe === true);
  if (!first || !onde) return null;
  if (!isConsultavel(first.dataEmissao, ctx.clock.now())) return null;
  const origem = origemOf({
    pessoaEspera: visoes.some(({ pessoaEspera }) => pessoaEspera),
    aguardava: visoes.some(({ aguardandoCertificado }) => aguardandoCertificado),
    consultada: visoes.some(({ consultada }) => consultada),
  });
  const quem = origem === "pessoa" ? first.pedidaPor : null;
  return { chave, visoes, emissao: first.dataEmissao, ...onde, sandbox, origem, quem, emitenteSemIe };
}

/** The issuer's IE status over all views: each may hold another copy. */
function joinSemIe(visoes: readonly VisaoConsulta[]): boolean | null {
  if (visoes.some(({ emitenteSemIe }) => emitenteSemIe === true)) return true;
  return visoes.every(({ emitenteSemIe }) => emitenteSemIe === false) ? false : null;
}

async function* ask(ctx: StageContext, pergunta: Pergunta): AsyncIterable<{ chave: string; cStat: string }> {
  const { chave, visoes, sandbox } = pergunta;
  const empresaIds = visoes.flatMap(({ empresaId }) => empresaId ?? []);
  const client = await findSefazClient(ctx, ctx.job.contaId, { empresaIds, sandbox });
  if (!client) {
    await waitForCertificado(ctx, pergunta);
    return;
  }
  const tell = startTelling(ctx, pergunta);
  let also: Pergunta | null = null;
  try {
    const resposta = await askInTurn(ctx, pergunta, client);
    const consulta = tell({ cStat: resposta.cStat, xMotivo: resposta.xMotivo, falha: null });
    if (isAlsoForSvrs(pergunta, resposta)) {
      await ctx.database.withContaSql(ctx.job.contaId, (sql) =>
        insertConsulta(sql, ctx.job.contaId, consulta),
      );
      also = toSvrs(pergunta, resposta);
    } else {
      const kept = judgeSvrs(pergunta, resposta);
      await keepOrFail(ctx, { resposta: kept, consulta, pergunta });
      if (kept.kind === "documento") yield { chave, cStat: kept.cStat };
    }
  } catch (error) {
    const falha = falhaOf(error, pergunta);
    if (falha !== null) await keepFalha(ctx, tell({ cStat: null, xMotivo: null, falha }));
    throw error;
  }
  if (also) yield* ask(ctx, also);
}

function toSvrs(pergunta: Pergunta, antes: ConsultaResponse): Pergunta {
  return { ...pergunta, ...findConsulta(pergunta.chave, true), emitenteSemIe: true, antes };
}

/**
 * The answer that counts: when SVRS does not know the document and a retry would not help, the UF's
 * answer stays.
 */
function judgeSvrs({ antes }: Pergunta, resposta: ConsultaResponse): ConsultaResponse {
  if (antes === undefined || resposta.kind === "documento") return resposta;
  return resposta.retryAfterMs === null && !isConsumoIndevido(resposta.cStat) ? antes : resposta;
}

async function askInTurn(
  ctx: StageContext,
  { chave, autorizador, modelo, sandbox, emitenteSemIe }: Pergunta,
  client: SefazDaCasa,
): Promise<ConsultaResponse> {
  const { certificadoCnpj, certificado } = client;
  const cotas = ["consulta-chave", "autorizador"] as const;
  return await askPolitely(
    ctx,
    { sandbox, autorizador, modelo, servico: "consulta", certificadoCnpj, certificado, chave, cotas },
    () => client.consultarProtocolo(chave, "1", { emitenteSemIe: emitenteSemIe === true }),
  );
}

type Fim = Pick<NovaConsulta, "cStat" | "xMotivo" | "falha">;

/** Starts the record of an attempt: its time, and its duration once it ends. */
function startTelling(ctx: StageContext, { chave, autorizador, origem, quem }: Pergunta) {
  const pedidaEm = ctx.clock.now();
  const started = performance.now();
  return (fim: Fim): NovaConsulta => {
    const duracaoMs = Math.round(performance.now() - started);
    return { chave, servico: "consulta", origem, quem, autorizador, pedidaEm, duracaoMs, ...fim };
  };
}

/**
 * The recorded failure of an attempt; null = none. A deferral is recorded only for a user who would
 * wait long.
 */
function falhaOf(error: unknown, { origem }: Pergunta): NovaConsulta["falha"] {
  if (error instanceof SefazOutage) return error.causa;
  const long = error instanceof Deferral && error.retryAfterMs > ESPERA_PESSOA_MS;
  return long && origem === "pessoa" ? `vez-${error.motivo}` : null;
}

async function keepFalha(ctx: StageContext, consulta: NovaConsulta): Promise<void> {
  const { contaId } = ctx.job;
  await ctx.database.withContaSql(contaId, async (sql) => {
    await insertConsulta(sql, contaId, consulta);
    await saveSefazFalha(sql, contaId, { chave: consulta.chave, semCertificado: false });
  });
}

type Ouvida = { resposta: ConsultaResponse; consulta: NovaConsulta; pergunta: Pergunta };

async function keepOrFail(ctx: StageContext, { resposta, consulta, pergunta }: Ouvida): Promise<void> {
  const { contaId } = ctx.job;
  const { chave } = pergunta;
  const agora = ctx.clock.now();
  const conferencia = conferenciaOf(pergunta, agora);
  if (resposta.kind === "documento") {
    const confianca = readConfianca(ctx.config, pergunta.sandbox);
    const { examine, readDfe } = ctx;
    const palavra = { chave, resposta, consulta, confianca, examine, readDfe, conferencia, agora };
    await keepResposta(ctx.database, contaId, palavra);
    if (pergunta.antes && !isInexistente(resposta.cStat)) {
      await ctx.database.withContaSql(contaId, (sql) => saveSemIe(sql, contaId, chave));
    }
    return;
  }
  const { cStat, retryAfterMs } = resposta;
  const again = retryAfterMs !== null || isConsumoIndevido(cStat);
  await ctx.database.withContaSql(contaId, async (sql) => {
    await insertConsulta(sql, contaId, consulta);
    await saveSefazFalha(sql, contaId, { chave, semCertificado: false });
    if (!again && conferencia) await planTarefas(sql, contaId, [toValidate(chave, conferencia)]);
  });
  if (isConsumoIndevido(cStat)) throw misuseOutage(cStat);
  if (retryAfterMs !== null) throw new Outage(`SEFAZ says ${cStat}`, retryAfterMs);
}

/**
 * No certificate can query now: the document shows what it waits for and is checked daily until
 * SEFAZ no longer answers.
 */
async function waitForCertificado(ctx: StageContext, { chave, visoes }: Pergunta): Promise<void> {
  const { contaId } = ctx.job;
  const venceEm = new Date(ctx.clock.now().getTime() + SEM_CERTIFICADO_MS);
  await ctx.database.withContaSql(contaId, async (sql) => {
    await saveSefazFalha(sql, contaId, { chave, semCertificado: true });
    if (visoes.some(isPublished)) await planTarefas(sql, contaId, [toValidate(chave, { venceEm })]);
  });
}

// A document queried only on a user's request, such as one in quarantine, gets no recheck.
function conferenciaOf({ visoes, emissao }: Pergunta, agora: Date): ReturnType<typeof findNextConferencia> {
  return visoes.some(isPublished) ? findNextConferencia(emissao, agora) : null;
}
