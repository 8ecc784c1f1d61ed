import {
  type ConsultaResponse,
  type Endpoint,
  findEndpoint,
  isModeloSefaz,
  type SefazModelo,
  SefazOutage,
} from "@malote/sefaz";
import {
  type ChaveAcesso,
  type Family,
  familyOfModelo,
  HOUR_MS,
  parseChaveAcesso,
  splitChaveAcesso,
} from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import type { Db } from "../../db/index.ts";
import { Outage } from "../../errors.ts";
import { readTrust } from "../../trust.ts";
import { insertConsulta } from "../sefaz/consulta.rows.ts";
import { isAlsoForSvrs } from "../sefaz/sefaz.rules.ts";
import type { CertifiedSefazClient } from "../sefaz/sefaz-clients.ts";
import { startConsulta } from "../sefaz/start-consulta.ts";
import { withRateLimit } from "../sefaz/with-rate-limit.ts";
import { keepSefazAnswer } from "../sefaz-answer/keep-sefaz-answer.ts";
import { findOwn, judgeRegistered } from "./judge-registered.ts";
import {
  type CompanyEvento,
  closeManifestacao,
  findCompanyEventos,
  type PendingManifestacao,
  saveNumber,
} from "./pending.rows.ts";

const DUPLICATE: Readonly<Record<Family, string>> = { nfe: "573", cte: "631", mdfe: "631" };

/**
 * SEFAZ already has an evento with this chave, type and number.
 * @source MOC 7.0 (573) and MOC CT-e 4.00 (631), tabelas de códigos
 */
export function isDuplicate(chave: string, cStat: string | null): boolean {
  const family = familyOfModelo(splitChaveAcesso(parseChaveAcesso(chave)).modelo);
  return family !== null && cStat === DUPLICATE[family];
}

/** A UF receives registrations from the Ambiente Nacional with a delay. */
const SYNC_DELAY_MS = HOUR_MS;

/**
 * Settles a manifestação that SEFAZ reports as a duplicate: ours, whose answer was lost, or another one of
 * the company, perhaps with other content. Queries the document, whose answer contains the evento.
 * @returns "renumerada" if ours must still be sent, with another number
 * @throws {Outage} if the answer does not contain it yet
 */
export async function confirmRegistration(
  ctx: AppContext,
  {
    contaId,
    pending,
    client,
  }: { contaId: string; pending: PendingManifestacao; client: CertifiedSefazClient },
): Promise<"encerrada" | "renumerada"> {
  if (await settleOwn(ctx, contaId, pending)) return "encerrada";
  await queryDocument(ctx, contaId, { pending, client });
  const outcome = await settle(ctx, contaId, pending);
  if (outcome !== null) return outcome;
  throw new Outage("SEFAZ says that it has the evento and does not show it", SYNC_DELAY_MS);
}

/** Our own evento settles it without a query; other eventos since then are only known to SEFAZ. */
async function settleOwn(ctx: AppContext, contaId: string, pending: PendingManifestacao): Promise<boolean> {
  return await ctx.database.withConta(contaId, async (db) => {
    const own = findOwn(pending, await findCompanyEventos(db, contaId, pending));
    if (own) await register(ctx, { db, contaId, pending, companyEvento: own });
    return own !== null;
  });
}

async function settle(
  ctx: AppContext,
  contaId: string,
  pending: PendingManifestacao,
): Promise<"encerrada" | "renumerada" | null> {
  return await ctx.database.withConta(contaId, async (db) => {
    const { id } = pending;
    const judgement = judgeRegistered(pending, await findCompanyEventos(db, contaId, pending));
    if (judgement.kind === "ausente") return null;
    if (judgement.kind === "renumerar") {
      await saveNumber(db, contaId, { id, nSeq: judgement.nSeq });
      return "renumerada";
    }
    if (judgement.kind === "registrada") {
      await register(ctx, { db, contaId, pending, companyEvento: judgement.companyEvento });
    } else {
      const now = ctx.clock.now();
      await closeManifestacao(db, contaId, { id, estado: "falhou", falha: "esgotada", now });
    }
    return "encerrada";
  });
}

type Registration = { db: Db; contaId: string; pending: PendingManifestacao; companyEvento: CompanyEvento };

async function register(
  ctx: AppContext,
  { db, contaId, pending, companyEvento }: Registration,
): Promise<void> {
  const { protocolo, em: registradaEm } = companyEvento;
  const outcome = {
    id: pending.id,
    estado: "registrada",
    protocolo,
    registradaEm,
    now: ctx.clock.now(),
  } as const;
  await closeManifestacao(db, contaId, outcome);
}

type QueryInput = { pending: PendingManifestacao; client: CertifiedSefazClient };

async function queryDocument(
  ctx: AppContext,
  contaId: string,
  { pending, client }: QueryInput,
): Promise<void> {
  const { chave, quem, sandbox } = pending;
  const { autorizador } = endpointOf(pending);
  const origem = quem === null ? "agenda" : "pessoa";
  const note = startConsulta(ctx.clock, { chave, servico: "consulta", origem, quem, autorizador });
  try {
    const response = await queryWithQuota(ctx, { pending, client });
    const consulta = note({ cStat: response.cStat, xMotivo: response.xMotivo, falha: null });
    if (isAlsoForSvrs(pending, response)) {
      await ctx.database.withConta(contaId, (db) => insertConsulta(db, contaId, consulta));
      return await queryDocument(ctx, contaId, { pending: { ...pending, emitenteSemIe: true }, client });
    }
    if (response.kind === "documento") {
      const trust = readTrust(ctx.config, sandbox);
      const { examine, readDfe } = ctx;
      const now = ctx.clock.now();
      const answer = {
        chave,
        answer: response,
        consulta,
        confianca: trust,
        examine,
        readDfe,
        recheck: null,
        now,
      };
      return await keepSefazAnswer(ctx.database, contaId, answer);
    }
    await ctx.database.withConta(contaId, (db) => insertConsulta(db, contaId, consulta));
    throw new Outage(`SEFAZ says ${response.cStat}`, response.retryAfterMs ?? SYNC_DELAY_MS);
  } catch (error) {
    if (!(error instanceof SefazOutage)) throw error;
    const consulta = note({ cStat: null, xMotivo: null, falha: error.causa });
    await ctx.database.withConta(contaId, (db) => insertConsulta(db, contaId, consulta));
    throw error;
  }
}

async function queryWithQuota(ctx: AppContext, { pending, client }: QueryInput): Promise<ConsultaResponse> {
  const { sandbox } = pending;
  const chave = parseChaveAcesso(pending.chave);
  const modelo = readModelo(chave);
  const { autorizador } = endpointOf(pending);
  const emitenteSemIe = pending.emitenteSemIe === true;
  const { certificadoCnpj, certificado } = client;
  const cotas = ["consulta-chave", "autorizador"] as const;
  const quem = {
    sandbox,
    autorizador,
    modelo,
    servico: "consulta",
    certificadoCnpj,
    certificado,
    chave,
    cotas,
  } as const;
  return await withRateLimit(ctx, quem, () => client.consultarProtocolo(chave, "1", { emitenteSemIe }));
}

/** @throws {RangeError} for a modelo without a SEFAZ query */
export function readModelo(chave: ChaveAcesso): SefazModelo {
  const { modelo } = splitChaveAcesso(chave);
  if (!isModeloSefaz(modelo)) throw new RangeError(`modelo ${modelo} has no SEFAZ query`);
  return modelo;
}

function endpointOf({
  chave,
  emitenteSemIe,
}: Pick<PendingManifestacao, "chave" | "emitenteSemIe">): Endpoint {
  const endpoint = findEndpoint({
    ...splitChaveAcesso(chave),
    ...{ ambiente: "1", servico: "consultaProtocolo", emitenteSemIe: emitenteSemIe === true },
  });
  if (endpoint === null) throw new Error(`no authorizer answers about ${chave}`);
  return endpoint;
}
