import type { Db } from "../../db/index.ts";
import type { ReportedFact } from "../auditor/auditor-ingest.rows.ts";
import { saveAuditorFacts } from "../auditor/save-auditor.ts";
import type { AuthorizedDigest } from "../capture/distribution.rows.ts";
import { type DistributedXml, saveDistributed } from "../capture/save-distributed.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import { isPublished } from "../documento/documento.rules.ts";
import { lockEmpresas } from "../empresa/empresa-lock.rows.ts";
import { planCiencia } from "../manifestacao/plan-ciencia.ts";
import { findViews } from "../nota/nota-ingest.rows.ts";
import { publish } from "../publication/publish.rows.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { hasAuthorizer, toValidateTask } from "../sefaz/sefaz.rules.ts";
import { type NewTask, planTasks } from "../task/task.rows.ts";
import { lockDistribuicao, saveAccepted, saveAnswer, saveSyncPosition } from "./distribuicao.rows.ts";
import { countSkipped, listLacunas, readPosition, type SyncKey, toNsu } from "./distribuicao.rules.ts";
import { deleteLacunas, giveUpLacuna, insertLacunas, type Leftover, saveLeftovers } from "./lacuna.rows.ts";
import type { ReadDistribuido } from "./read-distribuido.ts";

/**
 * The documents in one answer, for a sync of an empresa with this CNPJ. `nextRun`: the next run, where
 * planned.
 */
export type SyncBatch = {
  syncKey: SyncKey;
  cnpj: string;
  documents: readonly ReadDistribuido[];
  now: Date;
  nextRun?: NewTask | null;
};

/**
 * Locks the conta's empresas until the transaction ends, and checks that this one still has the queried
 * CNPJ. Take this lock first: a change of an empresa locks in the same order, before its sync and its
 * tarefas.
 */
export async function lockEmpresaCnpj(
  db: Db,
  contaId: string,
  { syncKey, cnpj }: Pick<SyncBatch, "syncKey" | "cnpj">,
): Promise<boolean> {
  const { empresas } = await lockEmpresas(db, contaId);
  return empresas.get(cnpj) === syncKey.empresaId;
}

/**
 * Stores SEFAZ's documents: notas, eventos, auditor records and the rest; publishes last. The caller
 * stores the position in the same transaction, so that a crash neither loses nor repeats a document.
 */
export async function saveBatch(
  db: Db,
  contaId: string,
  { syncKey, cnpj, documents, now, nextRun }: SyncBatch,
): Promise<void> {
  const facts = documents.flatMap((document) =>
    "fato" in document && document.fato !== null ? [document.fato] : [],
  );
  const whole = documents.filter((document) => document.kind === "nota" || document.kind === "evento");
  await lockChaves(db, contaId, [
    ...facts.map(({ chave }) => chave),
    ...whole.map(({ documento }) => documento.chave),
  ]);
  const { empresaId } = syncKey;
  const received = await saveDistributed(db, contaId, {
    distributed: whole as readonly DistributedXml[],
    authorized: documents.flatMap(toAuthorized),
    now,
  });
  const reported = documents.flatMap((document) => toReportedFacts(document, empresaId));
  await saveAuditorFacts(db, contaId, { reported, now });
  await saveLeftovers(db, contaId, { ...syncKey, leftovers: documents.flatMap(toLeftover), now });
  await planCiencia(db, contaId, { empresaId, documentos: listCiencia(documents, cnpj), now });
  const canceladas = await findCancelled(db, contaId, reported);
  const chaves = [...new Set([...received.chaves, ...canceladas])].filter(hasAuthorizer);
  const validates = chaves.map((chave) => toValidateTask(chave, { venceEm: now }));
  await planTasks(db, contaId, nextRun ? [...validates, nextRun] : validates);
  await insertRegistros(db, contaId, received.registros);
  await publish(db, contaId, { agora: now, feed: received.feed, mudas: received.recounted });
}

/** A read answer to a query by last NSU. `nextRun`: null while this run continues. */
export type SyncPage = SyncBatch & {
  after: string;
  cStat: string;
  xMotivo: string;
  ultNSU: string | null;
  maxNSU: string | null;
  nextRun: NewTask | null;
};

/**
 * Stores a page and moves the position, in one transaction.
 * @returns false when another attempt moved the position, or the empresa has another CNPJ: then nothing
 * was written
 */
export async function savePage(db: Db, contaId: string, pagina: SyncPage): Promise<boolean> {
  const { syncKey, documents, now, after, maxNSU } = pagina;
  if (!(await lockEmpresaCnpj(db, contaId, pagina))) return false;
  const current = await lockDistribuicao(db, contaId, syncKey);
  if (current.ultNSU !== after) return false;
  const receivedNsus = documents.map(({ nsu }) => nsu).toSorted();
  const reached = readPosition({ ...pagina, documentos: documents }, after);
  // No NSU is missing before the first one received: SEFAZ keeps documents for 90 days.
  const [first] = receivedNsus;
  const since = current.primeiroNSU === null && first !== undefined ? toNsu(Number(first) - 1) : after;
  const isBegun = current.primeiroNSU !== null || first !== undefined;
  const range = { after: since, until: reached, received: receivedNsus };
  const nsus = isBegun ? listLacunas(range) : [];
  await insertLacunas(db, contaId, { ...syncKey, nsus, now });
  const primeiroNSU = current.primeiroNSU ?? first ?? null;
  const puladas = current.puladas + (isBegun ? countSkipped(range) : 0);
  await saveSyncPosition(db, contaId, { ...current, ultNSU: reached, primeiroNSU, puladas });
  const { cStat, xMotivo } = pagina;
  await saveAnswer(db, contaId, { ...syncKey, cStat, xMotivo, maxNSU, falha: null, consumos: 0, now });
  await saveAccepted(db, contaId, { ...syncKey, now });
  await saveBatch(db, contaId, pagina);
  return true;
}

/** A read answer to a query for a single NSU. */
export type SingleNsu = SyncBatch & { nsu: string; max: number };

/**
 * Stores the answer for one NSU; after the last attempt an unreadable document is accepted as it is.
 * @returns false when the empresa has another CNPJ by now: then nothing was written
 */
export async function saveSingleNsu(db: Db, contaId: string, single: SingleNsu): Promise<boolean> {
  const { syncKey, documents, nsu, max, now } = single;
  if (!(await lockEmpresaCnpj(db, contaId, single))) return false;
  const good = documents.filter(({ kind }) => kind !== "ilegivel").map((document) => document.nsu);
  await deleteLacunas(db, contaId, { ...syncKey, nsus: good });
  if (!good.includes(nsu)) await giveUpLacuna(db, contaId, { ...syncKey, nsu, max, now });
  await saveBatch(db, contaId, single);
  return true;
}

function toReportedFacts(document: ReadDistribuido, empresaId: string): ReportedFact[] {
  if (!("fato" in document) || document.fato === null) return [];
  const { fato: fact, nsu, esquema } = document;
  const resumo = document.kind === "resumo" ? document.xmlGzip : null;
  return [{ fato: fact, empresaId, origem: "distribuicao", esquema, nsu, resumo }];
}

function toLeftover(document: ReadDistribuido): Leftover[] {
  if (document.kind !== "sobra" && document.kind !== "ilegivel") return [];
  const { nsu, esquema, xmlGzip } = document;
  return [{ nsu, esquema, xmlGzip, estado: document.kind === "sobra" ? "guardada" : "aberta" }];
}

// Only documents that SEFAZ itself reports as authorized: in its summary, or in the protocol it sends.
function toAuthorized(document: ReadDistribuido): AuthorizedDigest[] {
  const digVal =
    document.kind === "nota"
      ? document.nota.protocolo?.digVal
      : document.kind === "resumo" && document.resumo.de === "nota"
        ? document.resumo.digVal
        : null;
  return digVal && "fato" in document && document.fato ? [{ chave: document.fato.chave, digVal }] : [];
}

/** Authorized documents of other issuers, reported as a summary. */
function listCiencia(
  documents: readonly ReadDistribuido[],
  cnpj: string,
): { chave: string; autorizadaEm: Date }[] {
  return documents.flatMap((document) => {
    if (document.kind !== "resumo" || document.resumo.de !== "nota" || document.fato.cSitNFe !== 1) return [];
    const { chave, cnpjEmitente, dataEvento } = document.fato;
    return cnpjEmitente === cnpj ? [] : [{ chave, autorizadaEm: dataEvento }];
  });
}

/**
 * Chaves of visible notas that SEFAZ reports as cancelled: their consulta runs now, not on its planned
 * day.
 */
async function findCancelled(db: Db, contaId: string, reported: readonly ReportedFact[]): Promise<string[]> {
  const chaves = reported.filter(({ fato: fact }) => fact.cSitNFe === 3).map(({ fato: fact }) => fact.chave);
  return (await findViews(db, contaId, chaves)).filter(isPublished).map(({ chave }) => chave);
}
