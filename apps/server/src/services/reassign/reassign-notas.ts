import { setImmediate as breathe } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { type ParsedNota, readDfe } from "@malote/dfe";
import { dayInZone, zoneOfUf } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { type Db, newId } from "../../db/index.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import type { NotaCopy, NotaView } from "../documento/documento.rules.ts";
import type { Judged } from "../documento/veredito.rules.ts";
import { lockEmpresas } from "../empresa/empresa-lock.rows.ts";
import { markManifestacoes } from "../manifestacao/manifestacao-status.rows.ts";
import { findViews, insertNotas, markCancelamentos, updateNotas } from "../nota/nota-ingest.rows.ts";
import { saveParticipantes } from "../participante/participante.rows.ts";
import { publish } from "../publication/publish.rows.ts";
import { hasAuthorizer, isQueryable, toValidateTask } from "../sefaz/sefaz.rules.ts";
import { planTasks } from "../task/task.rows.ts";
import {
  findPage,
  findStoredCopies,
  findVerdicts,
  isParticipante,
  moveNotas,
  shareSefaz,
} from "./reassign.rows.ts";
import { planReassign, type ReassignPlan, type StoredDocumento } from "./reassign.rules.ts";

/** BATCH: chaves per transaction. READ_BATCH: documents read at a time, whose XML is in memory together. */
const BATCH = 500;
const READ_BATCH = 50;
/**
 * PAGE_VIEWS: views per page. PAGES: pages per run. The rest becomes another tarefa, so that a conta of
 * millions does not block the queue.
 */
const PAGE_VIEWS = 2_000;
const PAGES = 10;
/** Retries of a batch whose documents got new copies in the meantime. */
const RETRIES_MAX = 5;

/**
 * The `alvo` of the run after an upgrade that reads more parties of a document than before
 * (docs/adr/0065-parties-of-a-document.md).
 */
export const PARTIES = "partes";

/**
 * Reassigns the documents that name a CNPJ to the conta's current empresas.
 * Idempotent.
 * alvo: the CNPJ, or {@link PARTIES} for all empresas; then a space and the last chave of the previous
 * run.
 * pageViews: views per page.
 */
export async function reassignNotas(
  ctx: AppContext,
  { contaId, alvo, pageViews = PAGE_VIEWS }: { contaId: string; alvo: string; pageViews?: number },
): Promise<void> {
  const [who = "", from = ""] = alvo.split(" ");
  const cnpj = who === PARTIES ? null : who;
  const ask = <T>(fn: (db: Db) => Promise<T>) => ctx.database.withConta(contaId, fn);
  if (cnpj !== null && !(await ask((db) => isParticipante(db, contaId, cnpj)))) return;
  let after = from;
  for (let n = 0; n < PAGES; n += 1) {
    const { chaves, ate } = await ask((db) => findPage(db, contaId, { cnpj, after, pageViews }));
    if (ate === null) return;
    for (const batch of slices(chaves, BATCH)) await placeBatch(ctx, { contaId, cnpj, chaves: batch });
    after = ate;
  }
  const rest = { tipo: "empresa", alvo: `${who} ${after}`, venceEm: ctx.clock.now() } as const;
  await ask((db) => planTasks(db, contaId, [rest]));
  ctx.wake?.();
}

/** cnpj: null for any empresa of the conta. */
type ReassignBatch = { contaId: string; cnpj: string | null; chaves: readonly string[] };

async function placeBatch(ctx: AppContext, { contaId, cnpj, chaves }: ReassignBatch): Promise<void> {
  let left = chaves;
  for (let round = 0; left.length > 0; round += 1) {
    if (round === RETRIES_MAX) throw new Error(`new copies of ${left.length} documents keep arriving`);
    const read = await readCopies(ctx, { contaId, cnpj, chaves: left });
    const now = ctx.clock.now();
    left = await ctx.database.withConta(contaId, (db) => placeCopies(db, contaId, { read, now }));
  }
}

/** The copies read, by chave; first those that views show. */
type ReadCopies = ReadonlyMap<string, readonly { id: string; nota: ParsedNota }[]>;

// Outside any transaction, because reading takes time. Skips documents that do not contain the CNPJ.
async function readCopies(ctx: AppContext, { contaId, cnpj, chaves }: ReassignBatch): Promise<ReadCopies> {
  const read = new Map<string, { id: string; nota: ParsedNota }[]>();
  for (const some of slices(chaves, READ_BATCH)) {
    const rows = await ctx.database.withConta(contaId, (db) => findStoredCopies(db, contaId, some));
    const opened = rows.map(({ id, chave, xmlGzip }) => ({ id, chave, xml: gunzipSync(xmlGzip) }));
    const isNaming = (xml: Buffer): boolean => cnpj === null || xml.includes(cnpj);
    const naming = new Set(opened.filter(({ xml }) => isNaming(xml)).map(({ chave }) => chave));
    for (const { id, chave, xml } of opened) {
      if (!naming.has(chave)) continue;
      const reading = ctx.readDfe ? await ctx.readDfe(xml) : readDfe(xml);
      if (reading.kind === "nota") read.set(chave, [...(read.get(chave) ?? []), { id, nota: reading.nota }]);
      await breathe();
    }
  }
  if (cnpj === null) await saveParties(ctx, contaId, read);
  return read;
}

// Stores the parties that older versions did not read:
// an empresa added later finds its notas only by their parties.
async function saveParties(ctx: AppContext, contaId: string, read: ReadCopies): Promise<void> {
  const partes = [...read.values()].flat().flatMap(({ nota }) => nota.partes);
  const now = ctx.clock.now();
  await ctx.database.withConta(contaId, (db) =>
    saveParticipantes(db, contaId, { partes, confiavel: false, agora: now }),
  );
}

/** @returns chaves to read again: a view now shows a copy that was not among those read */
async function placeCopies(
  db: Db,
  contaId: string,
  { read, now }: { read: ReadCopies; now: Date },
): Promise<string[]> {
  const chaves = [...read.keys()];
  if (chaves.length === 0) return [];
  await lockChaves(db, contaId, chaves);
  const { uf, empresas } = await lockEmpresas(db, contaId);
  const zona = zoneOfUf(uf);
  const context = { empresas, newId, diaOf: (instant: Date) => dayInZone(instant, zona) };
  const stored = await findStored(db, contaId, read);
  const isRead = ({ views: atuais, copies }: StoredDocumento) =>
    atuais.every((view) => copies.some(({ documentoId }) => documentoId === view.documentoId));
  const plan = planReassign([...stored.values()].filter(isRead), context);
  await savePlan(db, contaId, { plan, now });
  return chaves.filter((chave) => !isRead(stored.get(chave) ?? { views: [], copies: [] }));
}

async function findStored(db: Db, contaId: string, read: ReadCopies): Promise<Map<string, StoredDocumento>> {
  const views = await findViews(db, contaId, [...read.keys()]);
  const ids = [...read.values()].flat().map(({ id }) => id);
  const verdicts = await findVerdicts(db, contaId, ids);
  const stored = new Map<string, { views: NotaView[]; copies: NotaCopy[] }>();
  for (const [chave, copies] of read) {
    stored.set(chave, { views: [], copies: copies.flatMap((each) => toCopy(each, verdicts)) });
  }
  for (const view of views) stored.get(view.chave)?.views.push(view);
  return stored;
}

function toCopy(
  { id, nota }: { id: string; nota: ParsedNota },
  verdicts: ReadonlyMap<string, Judged>,
): NotaCopy[] {
  const julgado = verdicts.get(id);
  if (julgado === undefined) return [];
  return [{ ...julgado, documentoId: id, novo: true, nota, protocolo: nota.protocolo?.cStat ?? null }];
}

async function savePlan(
  db: Db,
  contaId: string,
  { plan, now }: { plan: ReassignPlan; now: Date },
): Promise<void> {
  const { inserts: novas, replacements: trocas, moved, revealed, feed } = plan;
  // First the sides: a moved view frees its side for another view.
  await moveNotas(db, contaId, { views: moved, now });
  await updateNotas(db, contaId, { entries: trocas, now });
  await insertNotas(db, contaId, { entries: novas, now });
  const created = novas.map(({ view }) => view);
  await shareSefaz(
    db,
    contaId,
    created.map(({ id }) => id),
  );
  const chaves = [...created, ...moved].map(({ chave }) => chave);
  await markCancelamentos(db, contaId, { chaves, now });
  await markManifestacoes(db, contaId, { chaves, now });
  const asked = revealed.filter(
    ({ chave, dataEmissao }) => hasAuthorizer(chave) && isQueryable(new Date(dataEmissao), now),
  );
  const tasks = asked.map(({ chave }) => toValidateTask(chave, { venceEm: now }));
  await planTasks(db, contaId, tasks);
  await publish(db, contaId, { agora: now, feed });
}

function slices<T>(all: readonly T[], size: number): T[][] {
  const made: T[][] = [];
  for (let at = 0; at < all.length; at += size) made.push(all.slice(at, at + size));
  return made;
}

/**
 * After the last retry: documents may stay with the former empresas until the empresa is saved again.
 */
export function giveUpReassign(
  ctx: AppContext,
  { contaId, alvo, motivo }: { contaId: string; alvo: string; motivo: string },
): void {
  ctx.log.error({ contaId, alvo, motivo }, "os documentos de uma empresa não foram redistribuídos");
}
