import { findEndpoint, type RespostaConsulta, SefazOutage } from "@malote/sefaz";
import { isChaveAcesso, splitChaveAcesso } from "@malote/syntax";
import { Outage } from "../errors.ts";
import { isPublished } from "../services/documento/documento.rules.ts";
import { findSandbox } from "../services/empresa/casa.rows.ts";
import { findVisoesConsulta, saveSefazFalha, type VisaoConsulta } from "../services/nota/nota-ingest.rows.ts";
import { findConsultasSince, insertConsulta } from "../services/sefaz/consulta.rows.ts";
import { keepResposta } from "../services/sefaz/keep-resposta.ts";
import {
  findNextConferencia,
  isConsultavel,
  JANELA_CONSULTA_MS,
  SEM_CERTIFICADO_MS,
  toValidate,
  waitForCota,
  waitOfServico,
} from "../services/sefaz/sefaz.rules.ts";
import { planTarefas } from "../services/tarefa/tarefa.rows.ts";
import { findSefazClient } from "../services/sefaz/sefaz-clients.ts";
import type { Ref, Stage, StageContext } from "./stage.ts";
import { readConfianca } from "../trust.ts";

/** Asks SEFAZ about a chave, once for all its views, keeps the answer, and plans the next check. */
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
  sandbox: boolean;
};

/** What is to be asked, or null when there is nothing to ask now. */
async function prepare(ctx: StageContext, chave: string): Promise<Pergunta | null> {
  if (!isChaveAcesso(chave)) return null;
  const { contaId } = ctx.job;
  const agora = ctx.clock.now();
  const desde = new Date(agora.getTime() - JANELA_CONSULTA_MS);
  const { visoes, feitas, sandbox } = await ctx.database.withContaSql(contaId, async (sql) => ({
    visoes: await findVisoesConsulta(sql, contaId, chave),
    feitas: await findConsultasSince(sql, contaId, { chave, desde }),
    sandbox: await findSandbox(sql, contaId),
  }));
  const [first] = visoes;
  const endpoint = findEndpoint({ ...splitChaveAcesso(chave), ambiente: "1", servico: "consultaProtocolo" });
  if (!first || !endpoint) return null;
  if (!isConsultavel(first.dataEmissao, agora)) return null;
  const wait = waitForCota(feitas, agora);
  if (wait > 0) {
    // SEFAZ's hour for this key is full: no failure, only a later time.
    const later = toValidate(chave, { venceEm: new Date(agora.getTime() + wait) });
    await ctx.database.withContaSql(contaId, (sql) => planTarefas(sql, contaId, [later]));
    return null;
  }
  return { chave, visoes, emissao: first.dataEmissao, autorizador: endpoint.autorizador, sandbox };
}

async function* ask(ctx: StageContext, pergunta: Pergunta): AsyncIterable<{ chave: string; cStat: string }> {
  const { contaId } = ctx.job;
  const { chave, visoes, sandbox } = pergunta;
  const empresaIds = visoes.flatMap(({ empresaId }) => empresaId ?? []);
  const client = await findSefazClient(ctx, contaId, { empresaIds, sandbox });
  if (!client) {
    await waitForCertificado(ctx, pergunta);
    return;
  }
  const pedidaEm = ctx.clock.now();
  const started = performance.now();
  const tell = (end: { cStat: string | null; xMotivo: string | null; falha: string | null }) => ({
    chave,
    autorizador: pergunta.autorizador,
    pedidaEm,
    duracaoMs: Math.round(performance.now() - started),
    ...end,
  });
  try {
    const resposta = await client.consultarProtocolo(chave, "1");
    const consulta = tell({ cStat: resposta.cStat, xMotivo: resposta.xMotivo, falha: null });
    await keepOrFail(ctx, { resposta, consulta, pergunta });
    if (resposta.kind === "documento") yield { chave, cStat: resposta.cStat };
  } catch (error) {
    if (!(error instanceof SefazOutage)) throw error;
    const consulta = tell({ cStat: null, xMotivo: null, falha: error.causa });
    await ctx.database.withContaSql(contaId, async (sql) => {
      await insertConsulta(sql, contaId, consulta);
      await saveSefazFalha(sql, contaId, { chave, semCertificado: false });
    });
    throw error;
  }
}

type Ouvida = {
  resposta: RespostaConsulta;
  consulta: Parameters<typeof insertConsulta>[2];
  pergunta: Pergunta;
};

async function keepOrFail(ctx: StageContext, { resposta, consulta, pergunta }: Ouvida): Promise<void> {
  const { contaId } = ctx.job;
  const { chave } = pergunta;
  const agora = ctx.clock.now();
  const conferencia = conferenciaOf(pergunta, agora);
  if (resposta.kind === "documento") {
    const confianca = readConfianca(ctx.config, pergunta.sandbox);
    await keepResposta(ctx.database, contaId, { chave, resposta, consulta, confianca, conferencia, agora });
    return;
  }
  const wait = waitOfServico(resposta);
  await ctx.database.withContaSql(contaId, async (sql) => {
    await insertConsulta(sql, contaId, consulta);
    await saveSefazFalha(sql, contaId, { chave, semCertificado: false });
    if (wait === null && conferencia) await planTarefas(sql, contaId, [toValidate(chave, conferencia)]);
  });
  if (wait !== null) throw new Outage(`SEFAZ says ${resposta.cStat}`, wait);
}

/** Nobody can ask now: the document says what it waits for, and is looked at again every day until SEFAZ would no longer answer. */
async function waitForCertificado(ctx: StageContext, { chave, visoes }: Pergunta): Promise<void> {
  const { contaId } = ctx.job;
  const venceEm = new Date(ctx.clock.now().getTime() + SEM_CERTIFICADO_MS);
  await ctx.database.withContaSql(contaId, async (sql) => {
    await saveSefazFalha(sql, contaId, { chave, semCertificado: true });
    if (visoes.some(isPublished)) await planTarefas(sql, contaId, [toValidate(chave, { venceEm })]);
  });
}

// What only a person asked about, such as a document in quarantine, is not watched.
function conferenciaOf({ visoes, emissao }: Pergunta, agora: Date): ReturnType<typeof findNextConferencia> {
  return visoes.some(isPublished) ? findNextConferencia(emissao, agora) : null;
}
