import type { ManifestacaoFailure } from "@malote/contract";
import {
  type EventoResponse,
  endpointQueryOfEvento,
  findEndpoint,
  SefazOutage,
  type SignedEvento,
} from "@malote/sefaz";
import { MINUTE_MS, parseChaveAcesso, UFS, zoneOfUf } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { gunzip, gzip } from "../../compression.ts";
import { Deferral, Outage } from "../../errors.ts";
import { readTrust } from "../../trust.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import type { FeedItem } from "../documento/documento.rules.ts";
import { findNotasOfEventos } from "../evento/evento.rows.ts";
import { findTargets } from "../manifestacao/manifestacao.rows.ts";
import {
  CIENCIA,
  deadlineOf,
  findDocumentImpediment,
  writeDhEvento,
} from "../manifestacao/manifestacao.rules.ts";
import { publish } from "../publication/publish.rows.ts";
import { insertConsulta, type NovaConsulta } from "../sefaz/consulta.rows.ts";
import { isMisuse, misuseOutage } from "../sefaz/rate-policy.rules.ts";
import { type CertifiedSefazClient, findEmpresaClient } from "../sefaz/sefaz-clients.ts";
import { startConsulta } from "../sefaz/start-consulta.ts";
import { withRateLimit } from "../sefaz/with-rate-limit.ts";
import { keepReceivedEventos, toReceivedEvento } from "../sefaz-answer/keep-received-eventos.ts";
import { confirmRegistration, isDuplicate, readModelo } from "./confirm-registration.ts";
import { findEventoFailure } from "./find-evento-failure.ts";
import {
  closeManifestacao,
  findConclusive,
  findLastAttempt,
  findPendingManifestacao,
  type PendingManifestacao,
  saveAttempt,
  saveSigned,
} from "./pending.rows.ts";

type Which = { contaId: string; manifestacaoId: string };

/** A request that is being sent. */
export type Transmission = { contaId: string; pending: PendingManifestacao; client: CertifiedSefazClient };

/** Our eventos are registered in production only. */
const PRODUCTION = "1";
/** A longer delay for a quota slot is recorded as "no answer from SEFAZ yet". */
const SILENT_DELAY_MS = 60_000;
/** Delay of a ciência until it checks a pending conclusive manifestação again. */
const CONCLUSIVE_RECHECK_MS = 5 * MINUTE_MS;

/**
 * Sends one manifestação to SEFAZ. It is judged again before it is signed, and stored signed before it is
 * sent, so that a retry sends the same bytes. If SEFAZ has it already, it is looked up there.
 * @throws {Outage} if SEFAZ is unavailable, or no quota slot is free
 */
export async function sendManifestacao(ctx: AppContext, { contaId, manifestacaoId }: Which): Promise<void> {
  const { database } = ctx;
  const pending = await database.withConta(contaId, (db) =>
    findPendingManifestacao(db, contaId, manifestacaoId),
  );
  if (pending === null) return;
  if (pending.eventoGzip === null) {
    const failure = await findFailure(ctx, contaId, pending);
    if (failure) return await closeAsFailed(ctx, contaId, { id: pending.id, falha: failure });
  }
  const { empresaId, sandbox } = pending;
  const client = await findEmpresaClient(ctx, contaId, { empresaId, sandbox });
  if (client === null) return await closeAsFailed(ctx, contaId, { id: pending.id, falha: "certificado" });
  const transmission = { contaId, pending, client };
  const { chave } = pending;
  if (!isDuplicate(chave, pending.cStat)) {
    const evento = await sign(ctx, transmission);
    if (evento === null || !isDuplicate(chave, await transmit(ctx, transmission, evento))) return;
  }
  // A type has few numbers, so this recursion ends.
  const outcome = await confirmRegistration(ctx, {
    contaId,
    client,
    pending: await reread(ctx, transmission),
  });
  if (outcome === "renumerada") await sendManifestacao(ctx, { contaId, manifestacaoId });
}

/** The request as it is stored now, with the signed evento. */
async function reread(
  { database }: AppContext,
  { contaId, pending }: Transmission,
): Promise<PendingManifestacao> {
  return (
    (await database.withConta(contaId, (db) => findPendingManifestacao(db, contaId, pending.id))) ?? pending
  );
}

/** Ends the attempts. If SEFAZ registered it nevertheless, a new request finds it: it has the same number. */
export async function giveUpManifestacao(ctx: AppContext, { contaId, manifestacaoId }: Which): Promise<void> {
  await ctx.database.withConta(contaId, async (db) => {
    const last = await findLastAttempt(db, contaId, manifestacaoId);
    if (last === null) return;
    const failure = isDuplicate(last.chave, last.cStat) ? "sem-prova" : (last.falha ?? "interna");
    const now = ctx.clock.now();
    await closeManifestacao(db, contaId, { id: manifestacaoId, estado: "falhou", falha: failure, now });
  });
}

/**
 * Why an unsigned request may no longer be sent; null if it may.
 * @throws {Deferral} for a ciência while a conclusive one is pending, whose registration would exclude it
 */
async function findFailure(
  ctx: AppContext,
  contaId: string,
  pending: PendingManifestacao,
): Promise<ManifestacaoFailure | null> {
  const { status, quem, ativa, cienciaAutomatica, notaId } = pending;
  if (!ativa) return "desativada";
  if (quem === null && status !== null && !cienciaAutomatica) return "ciencia-desligada";
  if (status === null) return await findEventoFailure(ctx, contaId, pending);
  if (ctx.clock.now() > deadlineOf(pending, status)) return "prazo";
  const [target, conclusive] = await ctx.database.withConta(contaId, async (db) => [
    notaId === null ? undefined : (await findTargets(db, contaId, [notaId]))[0],
    status === CIENCIA ? await findConclusive(db, contaId, pending) : null,
  ]);
  if (target && findDocumentImpediment(target)) return "documento";
  if (conclusive === "pendente") throw new Deferral("em-voo", CONCLUSIVE_RECHECK_MS);
  return conclusive && "conclusiva";
}

/** The signed evento: the stored one, else a new one, which is stored before it is sent. */
async function sign(
  ctx: AppContext,
  { contaId, pending, client }: Transmission,
): Promise<SignedEvento | null> {
  const { id, tpEvento, nSeq, autorizadaEm, justificativa, dizeres: statements, cnpj, uf } = pending;
  const which = {
    chave: parseChaveAcesso(pending.chave),
    ambiente: PRODUCTION,
    tpEvento,
  } as const;
  const open = async (gzipped: Buffer): Promise<SignedEvento> => ({
    ...which,
    nSeqEvento: nSeq,
    xml: await gunzip(gzipped),
  });
  if (pending.eventoGzip !== null) return await open(pending.eventoGzip);
  const dhEvento = writeDhEvento({ autorizadaEm, now: ctx.clock.now(), zona: zoneOfUf(uf) });
  const { xml } = await client.assinarEvento({
    ...which,
    nSeqEvento: nSeq,
    autor: cnpj,
    dhEvento,
    ...codeOf(uf),
    ...(justificativa === null ? {} : { justificativa }),
    ...statements,
  });
  const eventoGzip = await gzip(xml);
  const kept = await ctx.database.withConta(contaId, (db) => saveSigned(db, contaId, { id, eventoGzip }));
  return kept && (await open(kept));
}

function codeOf(uf: string): { cUFAutor?: string } {
  const code = UFS.find(({ sigla }) => sigla === uf)?.codigo;
  return code === undefined ? {} : { cUFAutor: code };
}

/** Sends it and stores SEFAZ's answer. @returns the cStat */
async function transmit(ctx: AppContext, transmission: Transmission, evento: SignedEvento): Promise<string> {
  const { pending, client } = transmission;
  const { chave, quem } = pending;
  const origem = quem === null ? "agenda" : "pessoa";
  const autorizador = findEndpoint(endpointQueryOfEvento(evento))?.autorizador;
  if (autorizador === undefined) throw new Error(`no authorizer takes ${evento.tpEvento} of ${chave}`);
  const note = startConsulta(ctx.clock, { chave, servico: "evento", origem, quem, autorizador });
  const query = {
    sandbox: pending.sandbox,
    autorizador,
    modelo: readModelo(evento.chave),
    servico: "evento",
    certificadoCnpj: client.certificadoCnpj,
    certificado: client.certificado,
    chave,
    cotas: ["evento-chave", "autorizador"],
  } as const;
  try {
    const response = await withRateLimit(ctx, query, () => client.enviarEvento(evento));
    const { cStat, xMotivo } = response;
    await saveAnswer(ctx, transmission, { response, consulta: note({ cStat, xMotivo, falha: null }) });
    return cStat;
  } catch (error) {
    const failure = error instanceof SefazOutage ? error.causa : null;
    const consulta = failure && note({ cStat: null, xMotivo: null, falha: failure });
    const waits = error instanceof Deferral && error.retryAfterMs > SILENT_DELAY_MS;
    if (consulta || waits) await recordAttempt(ctx, transmission, consulta);
    throw error;
  }
}

type Answered = { response: EventoResponse; consulta: NovaConsulta };

async function saveAnswer(
  ctx: AppContext,
  transmission: Transmission,
  { response, consulta }: Answered,
): Promise<void> {
  const { cStat, xMotivo } = response;
  if (response.kind === "evento" && response.procEvento !== null) {
    return await saveRegistration(ctx, transmission, { response, procEvento: response.procEvento, consulta });
  }
  const outage = outageOf(response);
  if (outage || isDuplicate(transmission.pending.chave, cStat)) {
    await recordAttempt(ctx, transmission, consulta);
    if (outage) throw outage;
    return;
  }
  const { contaId, pending } = transmission;
  await ctx.database.withConta(contaId, async (db) => {
    await insertConsulta(db, contaId, consulta);
    const now = ctx.clock.now();
    await closeManifestacao(db, contaId, { id: pending.id, estado: "recusada", cStat, xMotivo, now });
  });
}

/** An answer about SEFAZ's state instead of the evento: it is sent again later. */
function outageOf(response: EventoResponse): Outage | null {
  if (response.kind === "evento") return null;
  const { cStat, retryAfterMs } = response;
  // SEFAZ was queried, so the attempt counts: a request that SEFAZ never accepts ends.
  if (isMisuse(cStat)) return misuseOutage(cStat);
  return retryAfterMs === null ? null : new Outage(`SEFAZ says ${cStat}`, retryAfterMs);
}

type Registration = Answered & { response: EventoResponse & { kind: "evento" }; procEvento: Uint8Array };

/** Stores a registered evento with its answer, marks the views, and publishes it to the feed. */
async function saveRegistration(
  ctx: AppContext,
  { contaId, pending }: Transmission,
  { response, procEvento, consulta }: Registration,
): Promise<void> {
  const { id, chave, sandbox } = pending;
  const { cStat, xMotivo, protocolo, dataRegistro } = response;
  const examiner = { examine: ctx.examine, confianca: readTrust(ctx.config, sandbox) };
  const received = await toReceivedEvento({ chave, xml: procEvento }, examiner);
  const now = ctx.clock.now();
  const registradaEm = dataRegistro === null ? now : new Date(dataRegistro);
  await ctx.database.withConta(contaId, async (db) => {
    await lockChaves(db, contaId, [chave]);
    await insertConsulta(db, contaId, consulta);
    const { novos, mudas } = await keepReceivedEventos(db, contaId, {
      received: received ? [received] : [],
      now,
    });
    const outcome = { id, estado: "registrada", cStat, xMotivo, protocolo, registradaEm, now } as const;
    await closeManifestacao(db, contaId, outcome);
    const publishedViews = await findNotasOfEventos(db, contaId, novos);
    const feed = publishedViews.map((each): FeedItem => ({ tipo: "evento", ...each }));
    await publish(db, contaId, { agora: now, feed, mudas });
  });
}

/** The request stays pending; consulta: null = SEFAZ was not queried, for want of a quota slot. */
async function recordAttempt(
  ctx: AppContext,
  { contaId, pending }: Transmission,
  consulta: NovaConsulta | null,
): Promise<void> {
  const { cStat, xMotivo } = consulta ?? { cStat: null, xMotivo: null };
  await ctx.database.withConta(contaId, async (db) => {
    if (consulta) await insertConsulta(db, contaId, consulta);
    await saveAttempt(db, contaId, { id: pending.id, cStat, xMotivo, falha: "sem-resposta" });
  });
}

async function closeAsFailed(
  ctx: AppContext,
  contaId: string,
  { id, falha: failure }: { id: string; falha: ManifestacaoFailure },
): Promise<void> {
  const outcome = { id, estado: "falhou", falha: failure, now: ctx.clock.now() } as const;
  await ctx.database.withConta(contaId, (db) => closeManifestacao(db, contaId, outcome));
}
