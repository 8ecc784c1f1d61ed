import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { FalhaManifestacao } from "@malote/contract";
import {
  type EventoResponse,
  endpointQueryOfEvento,
  findEndpoint,
  SefazOutage,
  type SignedEvento,
} from "@malote/sefaz";
import { parseChaveAcesso, UFS, zonaOfUf } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { Deferral, Outage } from "../../errors.ts";
import { readConfianca } from "../../trust.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import { findNotasOfEventos } from "../evento/evento.rows.ts";
import { type FeedItem, publish } from "../feed/publica.rows.ts";
import { insertConsulta, type NovaConsulta } from "../sefaz/consulta.rows.ts";
import { keepOuvidos, toOuvido } from "../sefaz/keep-ouvidos.ts";
import { isConsumoIndevido, misuseOutage } from "../sefaz/manners.rules.ts";
import { askPolitely } from "../sefaz/manners.ts";
import { findEmpresaClient, type SefazDaCasa } from "../sefaz/sefaz-clients.ts";
import { startConsulta } from "../sefaz/start-consulta.ts";
import { confirmRegistro, isDuplicidade, readModelo } from "./confirm-registro.ts";
import { findFalhaDoEvento } from "./find-falha-do-evento.ts";
import { findAlvos } from "./manifestacao.rows.ts";
import { CIENCIA, findImpedimentoDoDocumento, prazoOf, writeDhEvento } from "./manifestacao.rules.ts";
import {
  closeManifestacao,
  findConclusiva,
  findPendente,
  findUltima,
  type Pendente,
  saveAssinado,
  saveTentativa,
} from "./manifesto.rows.ts";

type Which = { contaId: string; manifestacaoId: string };

/** A request that is being sent. */
export type Remessa = { contaId: string; pendente: Pendente; client: SefazDaCasa };

/** Our eventos are registered in production only. */
const AMBIENTE = "1";
/** A longer delay for a quota slot is recorded as "no answer from SEFAZ yet". */
const ESPERA_CALADA_MS = 60_000;
/** Delay of a ciência until it checks a pending conclusive manifestação again. */
const CONCLUSIVA_MS = 5 * 60_000;

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/**
 * Sends one manifestação to SEFAZ. It is judged again before it is signed, and stored signed before it is
 * sent, so that a retry sends the same bytes. If SEFAZ has it already, it is looked up there.
 * @throws {Outage} if SEFAZ is unavailable, or no quota slot is free
 */
export async function sendManifestacao(ctx: AppContext, { contaId, manifestacaoId }: Which): Promise<void> {
  const { database } = ctx;
  const pendente = await database.withContaSql(contaId, (sql) => findPendente(sql, contaId, manifestacaoId));
  if (pendente === null) return;
  if (pendente.eventoGzip === null) {
    const falha = await findFalha(ctx, contaId, pendente);
    if (falha) return await end(ctx, contaId, { id: pendente.id, falha });
  }
  const { empresaId, sandbox } = pendente;
  const client = await findEmpresaClient(ctx, contaId, { empresaId, sandbox });
  if (client === null) return await end(ctx, contaId, { id: pendente.id, falha: "certificado" });
  const remessa = { contaId, pendente, client };
  const { chave } = pendente;
  if (!isDuplicidade(chave, pendente.cStat)) {
    const evento = await sign(ctx, remessa);
    if (evento === null || !isDuplicidade(chave, await transmit(ctx, remessa, evento))) return;
  }
  // A type has few numbers, so this recursion ends.
  const fim = await confirmRegistro(ctx, { contaId, client, pendente: await reread(ctx, remessa) });
  if (fim === "renumerada") await sendManifestacao(ctx, { contaId, manifestacaoId });
}

/** The request as it is stored now, with the signed evento. */
async function reread({ database }: AppContext, { contaId, pendente }: Remessa): Promise<Pendente> {
  return (await database.withContaSql(contaId, (sql) => findPendente(sql, contaId, pendente.id))) ?? pendente;
}

/** Ends the attempts. If SEFAZ registered it nevertheless, a new request finds it: it has the same number. */
export async function giveUpManifestacao(ctx: AppContext, { contaId, manifestacaoId }: Which): Promise<void> {
  await ctx.database.withContaSql(contaId, async (sql) => {
    const ultima = await findUltima(sql, contaId, manifestacaoId);
    if (ultima === null) return;
    const falha = isDuplicidade(ultima.chave, ultima.cStat) ? "sem-prova" : (ultima.falha ?? "interna");
    const agora = ctx.clock.now();
    await closeManifestacao(sql, contaId, { id: manifestacaoId, estado: "falhou", falha, agora });
  });
}

/**
 * Why an unsigned request may no longer be sent; null if it may.
 * @throws {Deferral} for a ciência while a conclusive one is pending, whose registration would exclude it
 */
async function findFalha(
  ctx: AppContext,
  contaId: string,
  pendente: Pendente,
): Promise<FalhaManifestacao | null> {
  const { status, quem, ativa, cienciaAutomatica, notaId } = pendente;
  if (!ativa) return "desativada";
  if (quem === null && status !== null && !cienciaAutomatica) return "ciencia-desligada";
  if (status === null) return await findFalhaDoEvento(ctx, contaId, pendente);
  if (ctx.clock.now() > prazoOf(pendente, status)) return "prazo";
  const [alvo, conclusiva] = await ctx.database.withContaSql(contaId, async (sql) => [
    notaId === null ? undefined : (await findAlvos(sql, contaId, [notaId]))[0],
    status === CIENCIA ? await findConclusiva(sql, contaId, pendente) : null,
  ]);
  if (alvo && findImpedimentoDoDocumento(alvo)) return "documento";
  if (conclusiva === "pendente") throw new Deferral("em-voo", CONCLUSIVA_MS);
  return conclusiva && "conclusiva";
}

/** The signed evento: the stored one, else a new one, which is stored before it is sent. */
async function sign(ctx: AppContext, { contaId, pendente, client }: Remessa): Promise<SignedEvento | null> {
  const { id, tpEvento, nSeq, autorizadaEm, justificativa, dizeres, cnpj, uf } = pendente;
  const which = {
    chave: parseChaveAcesso(pendente.chave),
    ambiente: AMBIENTE,
    tpEvento,
  } as const;
  const open = async (gzipped: Buffer): Promise<SignedEvento> => ({
    ...which,
    nSeqEvento: nSeq,
    xml: await unzip(gzipped),
  });
  if (pendente.eventoGzip !== null) return await open(pendente.eventoGzip);
  const dhEvento = writeDhEvento({ autorizadaEm, agora: ctx.clock.now(), zona: zonaOfUf(uf) });
  const { xml } = await client.assinarEvento({
    ...which,
    nSeqEvento: nSeq,
    autor: cnpj,
    dhEvento,
    ...codigoOf(uf),
    ...(justificativa === null ? {} : { justificativa }),
    ...dizeres,
  });
  const eventoGzip = await zip(xml);
  const kept = await ctx.database.withContaSql(contaId, (sql) =>
    saveAssinado(sql, contaId, { id, eventoGzip }),
  );
  return kept && (await open(kept));
}

function codigoOf(uf: string): { cUFAutor?: string } {
  const codigo = UFS.find(({ sigla }) => sigla === uf)?.codigo;
  return codigo === undefined ? {} : { cUFAutor: codigo };
}

/** Sends it and stores SEFAZ's answer. @returns the cStat */
async function transmit(ctx: AppContext, remessa: Remessa, evento: SignedEvento): Promise<string> {
  const { pendente, client } = remessa;
  const { chave, quem } = pendente;
  const origem = quem === null ? "agenda" : "pessoa";
  const autorizador = findEndpoint(endpointQueryOfEvento(evento))?.autorizador;
  if (autorizador === undefined) throw new Error(`no authorizer takes ${evento.tpEvento} of ${chave}`);
  const note = startConsulta(ctx.clock, { chave, servico: "evento", origem, quem, autorizador });
  const pergunta = {
    sandbox: pendente.sandbox,
    autorizador,
    modelo: readModelo(evento.chave),
    servico: "evento",
    certificadoCnpj: client.certificadoCnpj,
    certificado: client.certificado,
    chave,
    cotas: ["evento-chave", "autorizador"],
  } as const;
  try {
    const resposta = await askPolitely(ctx, pergunta, () => client.enviarEvento(evento));
    const { cStat, xMotivo } = resposta;
    await keep(ctx, remessa, { resposta, consulta: note({ cStat, xMotivo, falha: null }) });
    return cStat;
  } catch (error) {
    const falha = error instanceof SefazOutage ? error.causa : null;
    const consulta = falha && note({ cStat: null, xMotivo: null, falha });
    const waits = error instanceof Deferral && error.retryAfterMs > ESPERA_CALADA_MS;
    if (consulta || waits) await keepTentativa(ctx, remessa, consulta);
    throw error;
  }
}

type Ouvida = { resposta: EventoResponse; consulta: NovaConsulta };

async function keep(ctx: AppContext, remessa: Remessa, { resposta, consulta }: Ouvida): Promise<void> {
  const { cStat, xMotivo } = resposta;
  if (resposta.kind === "evento" && resposta.procEvento !== null) {
    return await keepRegistro(ctx, remessa, { resposta, procEvento: resposta.procEvento, consulta });
  }
  const outage = outageOf(resposta);
  if (outage || isDuplicidade(remessa.pendente.chave, cStat)) {
    await keepTentativa(ctx, remessa, consulta);
    if (outage) throw outage;
    return;
  }
  const { contaId, pendente } = remessa;
  await ctx.database.withContaSql(contaId, async (sql) => {
    await insertConsulta(sql, contaId, consulta);
    const agora = ctx.clock.now();
    await closeManifestacao(sql, contaId, { id: pendente.id, estado: "recusada", cStat, xMotivo, agora });
  });
}

/** An answer about SEFAZ's state instead of the evento: it is sent again later. */
function outageOf(resposta: EventoResponse): Outage | null {
  if (resposta.kind === "evento") return null;
  const { cStat, retryAfterMs } = resposta;
  // SEFAZ was queried, so the attempt counts: a request that SEFAZ never accepts ends.
  if (isConsumoIndevido(cStat)) return misuseOutage(cStat);
  return retryAfterMs === null ? null : new Outage(`SEFAZ says ${cStat}`, retryAfterMs);
}

type Registro = Ouvida & { resposta: EventoResponse & { kind: "evento" }; procEvento: Uint8Array };

/** Stores a registered evento with its answer, marks the views, and publishes it to the feed. */
async function keepRegistro(
  ctx: AppContext,
  { contaId, pendente }: Remessa,
  { resposta, procEvento, consulta }: Registro,
): Promise<void> {
  const { id, chave, sandbox } = pendente;
  const { cStat, xMotivo, protocolo, dataRegistro } = resposta;
  const juiz = { examine: ctx.examine, confianca: readConfianca(ctx.config, sandbox) };
  const ouvido = await toOuvido({ chave, xml: procEvento }, juiz);
  const agora = ctx.clock.now();
  const registradaEm = dataRegistro === null ? agora : new Date(dataRegistro);
  await ctx.database.withContaSql(contaId, async (sql) => {
    await lockChaves(sql, contaId, [chave]);
    await insertConsulta(sql, contaId, consulta);
    const { novos, mudas } = await keepOuvidos(sql, contaId, { ouvidos: ouvido ? [ouvido] : [], agora });
    const fim = { id, estado: "registrada", cStat, xMotivo, protocolo, registradaEm, agora } as const;
    await closeManifestacao(sql, contaId, fim);
    const told = await findNotasOfEventos(sql, contaId, novos);
    const feed = told.map((each): FeedItem => ({ tipo: "evento", ...each }));
    await publish(sql, contaId, { agora, feed, mudas });
  });
}

/** The request stays pending; consulta: null = SEFAZ was not queried, for want of a quota slot. */
async function keepTentativa(
  ctx: AppContext,
  { contaId, pendente }: Remessa,
  consulta: NovaConsulta | null,
): Promise<void> {
  const { cStat, xMotivo } = consulta ?? { cStat: null, xMotivo: null };
  await ctx.database.withContaSql(contaId, async (sql) => {
    if (consulta) await insertConsulta(sql, contaId, consulta);
    await saveTentativa(sql, contaId, { id: pendente.id, cStat, xMotivo, falha: "sem-resposta" });
  });
}

async function end(
  ctx: AppContext,
  contaId: string,
  { id, falha }: { id: string; falha: FalhaManifestacao },
): Promise<void> {
  const fim = { id, estado: "falhou", falha, agora: ctx.clock.now() } as const;
  await ctx.database.withContaSql(contaId, (sql) => closeManifestacao(sql, contaId, fim));
}
