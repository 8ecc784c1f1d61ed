import type { ParsedEvento, ParsedNota } from "@malote/dfe";
import type { Db } from "../../db/index.ts";
import { insertDocumentos, lockChaves, type NewDocumento } from "../documento/documento.rows.ts";
import {
  type FeedItem,
  isPublished,
  type NotaCopy,
  type NotasPlan,
  type NotaView,
} from "../documento/documento.rules.ts";
import {
  applySefazDigest,
  isHomologacao,
  isQuarentena,
  isRepaired,
  outcomeOfQuarentena,
  type PartOutcome,
} from "../documento/veredito.rules.ts";
import { closeCostlyEmail, type ReadingCost } from "../email/close-costly-email.ts";
import {
  closeEmail,
  closeEmails,
  findOwnParts,
  insertAnexos,
  type NewAnexo,
} from "../email/email-ingest.rows.ts";
import { findNotasOfEventos, saveEventos } from "../evento/evento.rows.ts";
import { isRegistered } from "../evento/evento.rules.ts";
import { markManifestacoes } from "../manifestacao/manifestacao-status.rows.ts";
import { findViews, markCancelamentos } from "../nota/nota-ingest.rows.ts";
import { type Publication, publish } from "../publication/publish.rows.ts";
import { hasAuthorizer, toValidateTask } from "../sefaz/sefaz.rules.ts";
import { planTasks } from "../task/task.rows.ts";
import { placeCopies } from "./place-copies.ts";
import { toEvento } from "./to-evento.ts";

type AnexoRow = Omit<NewAnexo, "destino" | "motivo" | "detalhe" | "documentoId">;

/** One part after reading: its row in the ledger, and its document or its outcome without one. */
export type ReadFile =
  | { kind: "outro"; row: AnexoRow; outcome: PartOutcome }
  | { kind: "nota"; row: AnexoRow; documento: NewDocumento; nota: ParsedNota }
  | {
      kind: "evento";
      row: AnexoRow;
      documento: NewDocumento;
      evento: ParsedEvento;
      /** It was in the file of its nota, which is valid. */
      daNota?: boolean;
    };

/**
 * Parts of one e-mail that are stored together; `last`
 * ends the e-mail, `caro` as one over its CPU allowance.
 */
export type PartBatch = {
  emailId: string;
  parts: readonly ReadFile[];
  last: boolean;
  caro?: ReadingCost | null;
};

type NotaPart = Extract<ReadFile, { kind: "nota" }>;
type EventoPart = Extract<ReadFile, { kind: "evento" }>;

/**
 * Stores a chunk of an e-mail in one transaction: documents, notas, eventos, ledger, SEFAZ tasks,
 * and last the publication. A second run after a crash changes nothing that is stored.
 * @returns chaves to query at SEFAZ
 */
export async function saveParts(
  db: Db,
  contaId: string,
  { now, ...batch }: PartBatch & { now: Date },
): Promise<string[]> {
  const { chaves, publication } = await saveBatches(db, contaId, { batches: [batch], now });
  await publish(db, contaId, publication);
  return chaves;
}

/** The chaves to query at SEFAZ, and what the caller publishes last. */
export type SavedBatches = { chaves: string[]; publication: Publication };

/** The same for chunks of several e-mails, read at one instant: a few statements for all of them. */
export async function saveBatches(
  db: Db,
  contaId: string,
  { batches, now }: { batches: readonly PartBatch[]; now: Date },
): Promise<SavedBatches> {
  const stored = await saveDocumentos(db, contaId, { batches, now });
  const notas = await saveNotas(db, contaId, { ...stored, now });
  const storedEventos = await saveEventoParts(db, contaId, { ...stored, now });
  const outcomes = new Map<ReadFile, PartOutcome>([...notas.outcomes, ...storedEventos.outcomes]);
  const { ids } = stored;
  await insertAnexos(
    db,
    contaId,
    batches.map(({ emailId, parts }) => ({
      emailId,
      anexos: parts.map((part) =>
        toAnexo(part, { outcome: outcomes.get(part), id: ids.get(part)?.id ?? null }),
      ),
    })),
  );
  const chaves = [...new Set([...notas.chaves, ...storedEventos.chaves])].filter(hasAuthorizer);
  await planTasks(
    db,
    contaId,
    chaves.map((alvo) => toValidateTask(alvo, { venceEm: now })),
  );
  await closeBatches(db, contaId, { batches, now });
  const { recounted } = storedEventos;
  const feed = [...notas.plan.feed, ...storedEventos.feed];
  return { chaves, publication: { agora: now, feed, mudas: recounted } };
}

async function closeBatches(
  db: Db,
  contaId: string,
  { batches, now }: { batches: readonly PartBatch[]; now: Date },
): Promise<void> {
  const ended = batches.filter(({ last }) => last);
  for (const { emailId, caro } of ended)
    if (caro) await closeCostlyEmail(db, contaId, { emailId, ...caro, now });
  const [first, ...others] = ended.filter(({ caro }) => !caro);
  if (!first) return;
  if (others.length === 0) await closeEmail(db, contaId, { emailId: first.emailId });
  else
    await closeEmails(
      db,
      contaId,
      [first, ...others].map(({ emailId }) => emailId),
    );
}

/** propria: not new, but only this part brought it, when it was last read. */
type StoredPart = { id: string; documento: NewDocumento; novo: boolean; propria: boolean };
type StoredParts = { ids: ReadonlyMap<ReadFile, StoredPart>; currentNotas: readonly NotaView[] };
type SaveTurn = StoredParts & { now: Date };

/**
 * Stores the XMLs, with verdicts adjusted to SEFAZ's digests; `currentNotas` are the notas before the change.
 */
async function saveDocumentos(
  db: Db,
  contaId: string,
  { batches, now }: { batches: readonly PartBatch[]; now: Date },
): Promise<StoredParts> {
  const documented = batches.flatMap(({ parts }) => parts.filter((part) => part.kind !== "outro"));
  const chaves = documented.map((part) => part.documento.chave);
  await lockChaves(db, contaId, chaves);
  const currentNotas = await findViews(db, contaId, chaves);
  const authorized = new Map(currentNotas.map((currentNota) => [currentNota.chave, currentNota.sefazDigVal]));
  const documentos = documented.map(({ kind, documento }) =>
    kind === "nota" ? applySefazDigest(documento, authorized.get(documento.chave) ?? null) : documento,
  );
  const kept = await insertDocumentos(db, contaId, { documentos, now });
  const ids = new Map<ReadFile, StoredPart>();
  for (const [i, documento] of documentos.entries()) {
    const [part, place] = [documented[i], kept[i]];
    if (part && place) ids.set(part, { ...place, documento, propria: false });
  }
  for (const { emailId, parts } of batches) await claimOwnParts(db, contaId, { emailId, parts, ids });
  return { ids, currentNotas };
}

// When a message is read again, its parts own what they brought
// first; a second copy of the same bytes stays a duplicate.
async function claimOwnParts(
  db: Db,
  contaId: string,
  { emailId, parts, ids }: Pick<PartBatch, "emailId" | "parts"> & { ids: ReadonlyMap<ReadFile, StoredPart> },
): Promise<void> {
  const known = parts.flatMap((part) => {
    const storedPart = ids.get(part);
    return storedPart === undefined || storedPart.novo ? [] : [{ lido: part, guardado: storedPart }];
  });
  const partes = known.map(({ lido: part, guardado: storedPart }) => ({
    caminho: part.row.caminho,
    documentoId: storedPart.id,
  }));
  const ownPaths = await findOwnParts(db, contaId, { emailId, parts: partes });
  const claimed = new Set([...ids.values()].flatMap(({ id, novo }) => (novo ? [id] : [])));
  for (const { lido: part, guardado: storedPart } of known) {
    if (!ownPaths.has(part.row.caminho) || claimed.has(storedPart.id)) continue;
    claimed.add(storedPart.id);
    storedPart.propria = true;
  }
}

async function saveNotas(
  db: Db,
  contaId: string,
  { ids, currentNotas, now }: SaveTurn,
): Promise<{ plan: NotasPlan; outcomes: [ReadFile, PartOutcome][]; chaves: string[] }> {
  const notas = [...ids].flatMap(([part, storedPart]) =>
    part.kind === "nota" ? [{ lido: part, guardado: storedPart }] : [],
  );
  const copies = notas.map(({ lido: part, guardado: storedPart }) => toCopy(part, storedPart));
  const plan = await placeCopies(db, contaId, { copies, currentNotas, now });
  const changed = [...plan.inserts, ...plan.replacements].map(({ view: currentNota }) => currentNota);
  const outcomes = notas.map(({ lido: part }, i): [ReadFile, PartOutcome] => [
    part,
    plan.outcomes[i] ?? missing(part),
  ]);
  return { plan, outcomes, chaves: changed.filter(isPublished).map(({ chave }) => chave) };
}

async function saveEventoParts(
  db: Db,
  contaId: string,
  { ids, now }: SaveTurn,
): Promise<{ feed: FeedItem[]; recounted: string[]; outcomes: [ReadFile, PartOutcome][]; chaves: string[] }> {
  const parts = [...ids].flatMap(([part, storedPart]) =>
    part.kind === "evento" ? [{ lido: part, guardado: storedPart }] : [],
  );
  const genuine = parts.filter(
    ({ lido: part, guardado: storedPart }) =>
      !isQuarentena(storedPart.documento) || isBareAnswer(part, storedPart),
  );
  const storedEventos = genuine.map(({ lido: part, guardado: storedPart }) =>
    toEvento(part, storedPart.id, "email"),
  );
  const novos = await saveEventos(db, contaId, { eventos: storedEventos, now });
  const chaves = [...new Set(novos.map((evento) => evento.chave))];
  const recounted = await markCancelamentos(db, contaId, { chaves, now });
  await markManifestacoes(db, contaId, { chaves, now });
  const shown = await findNotasOfEventos(db, contaId, novos);
  const feed = shown.map((each): FeedItem => ({ tipo: "evento", ...each }));
  const outcomes = parts.map(({ lido: part, guardado: storedPart }): [ReadFile, PartOutcome] => [
    part,
    outcomeOfEvento(part, storedPart),
  ]);
  return { feed, recounted, outcomes, chaves: await onlyWithNota(db, contaId, chaves) };
}

// Only a chave with a visible nota is queried, to spare the customer's SEFAZ quota.
async function onlyWithNota(db: Db, contaId: string, chaves: readonly string[]): Promise<string[]> {
  if (chaves.length === 0) return [];
  return (await findViews(db, contaId, chaves)).filter(isPublished).map((currentNota) => currentNota.chave);
}

function toCopy({ nota }: NotaPart, { id, novo, propria, documento }: StoredPart): NotaCopy {
  const { veredito, achados } = documento;
  return {
    documentoId: id,
    novo,
    propria,
    nota,
    veredito,
    achados,
    protocolo: nota.protocolo?.cStat ?? null,
  };
}

/**
 * SEFAZ's bare answer to an evento, inside the file of a valid
 * nota: it is shown, does not count, and SEFAZ is queried.
 */
function isBareAnswer({ daNota, evento }: EventoPart, { documento }: StoredPart): boolean {
  const { achados } = documento;
  const isAnswer = achados.some(({ codigo }) => codigo === "so-registro") && !isHomologacao({ achados });
  return daNota === true && isAnswer && isRegistered(evento.cStat);
}

function outcomeOfEvento(part: EventoPart, storedPart: StoredPart): PartOutcome {
  const { novo, propria, documento } = storedPart;
  if (!novo && !propria) return { destino: "duplicada", motivo: "mesmo-arquivo", detalhe: null };
  if (isBareAnswer(part, storedPart))
    return { destino: "evento", motivo: "evento-so-registro", detalhe: null };
  const quarentena = outcomeOfQuarentena(documento);
  if (quarentena) return quarentena;
  const kept = isRepaired(documento) ? "reparada" : null;
  const motivo = isRegistered(part.evento.cStat) ? kept : "evento-nao-autorizado";
  return { destino: "evento", motivo, detalhe: null };
}

function missing(part: NotaPart): never {
  throw new Error(`no outcome was decided for part ${part.row.caminho}`);
}

function toAnexo(part: ReadFile, has: { outcome: PartOutcome | undefined; id: string | null }): NewAnexo {
  const outcome = part.kind === "outro" ? part.outcome : has.outcome;
  if (!outcome) throw new Error(`no outcome was decided for part ${part.row.caminho}`);
  return { ...part.row, ...outcome, documentoId: has.id };
}
