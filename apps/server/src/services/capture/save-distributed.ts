import type { ParsedEvento, ParsedNota } from "@malote/dfe";
import type { Db } from "../../db/index.ts";
import { insertDocumentos, type NewDocumento } from "../documento/documento.rows.ts";
import { type FeedItem, isPublished, type NotaCopy } from "../documento/documento.rules.ts";
import { applySefazDigest } from "../documento/veredito.rules.ts";
import { findNotasOfEventos, saveEventos } from "../evento/evento.rows.ts";
import { markManifestacoes } from "../manifestacao/manifestacao-status.rows.ts";
import { findViews, markCancelamentos } from "../nota/nota-ingest.rows.ts";
import type { NewRegistro } from "../registro/registro.rows.ts";
import { type AuthorizedDigest, markDistributed, saveDigests } from "./distribution.rows.ts";
import { type DigestOutcome, enforceDigest } from "./enforce-digest.ts";
import { placeCopies } from "./place-copies.ts";
import { toEvento } from "./to-evento.ts";

/** A complete XML from SEFAZ. */
export type DistributedXml =
  | { kind: "nota"; documento: NewDocumento; nota: ParsedNota }
  | { kind: "evento"; documento: NewDocumento; evento: ParsedEvento };

/** One delivery from SEFAZ and the digests in it; this transaction has locked their chaves. */
export type SefazDelivery = {
  distributed: readonly DistributedXml[];
  authorized: readonly AuthorizedDigest[];
  now: Date;
};

/** Result of storing a delivery. */
export type SaveResult = {
  /** Chaves to query at SEFAZ. */
  chaves: string[];
  feed: FeedItem[];
  /** Notas whose totals change without a feed row. */
  recounted: string[];
  /** Audit records of SEFAZ's acts, written just before publishing. */
  registros: NewRegistro[];
};

/**
 * Stores documents from SEFAZ, judged as those from e-mails; an evento is SEFAZ's own statement.
 * A copy that contradicts the authorized digest is replaced. The caller publishes.
 */
export async function saveDistributed(db: Db, contaId: string, delivery: SefazDelivery): Promise<SaveResult> {
  const { distributed, authorized, now } = delivery;
  const chaves = distributed.map(({ documento }) => documento.chave);
  const currentNotas = await findViews(db, contaId, chaves);
  const known = new Map(currentNotas.map((currentNota) => [currentNota.chave, currentNota.sefazDigVal]));
  const documentos = distributed.map(({ kind, documento }) =>
    kind === "nota" ? applySefazDigest(documento, known.get(documento.chave) ?? null) : documento,
  );
  const kept = await insertDocumentos(db, contaId, { documentos, now });
  await markDistributed(db, contaId, { ids: kept.map(({ id }) => id), now });
  const copies = distributed.flatMap((each, i) =>
    toCopies(each, { documento: documentos[i], kept: kept[i] }),
  );
  const {
    inserts: newNotas,
    replacements,
    feed,
  } = await placeCopies(db, contaId, { copies, currentNotas, now });
  const changed = [...newNotas, ...replacements]
    .map(({ view: currentNota }) => currentNota)
    .filter(isPublished);
  const settled = await enforceDigests(db, contaId, { authorized, now });
  const eventos = await saveDistributedEventos(db, contaId, { distributed, kept, now });
  return {
    chaves: [...new Set([...changed.map(({ chave }) => chave), ...eventos.chaves])],
    feed: [...feed, ...settled.feed, ...eventos.feed],
    recounted: eventos.recounted,
    registros: settled.registros,
  };
}

type StoredDocumento = { id: string; novo: boolean };

function toCopies(
  each: DistributedXml,
  { documento, kept }: { documento: NewDocumento | undefined; kept: StoredDocumento | undefined },
): NotaCopy[] {
  if (each.kind !== "nota" || !documento || !kept) return [];
  const { nota } = each;
  const { veredito, achados } = documento;
  const protocolo = nota.protocolo?.cStat ?? null;
  return [{ documentoId: kept.id, novo: kept.novo, nota, veredito, achados, protocolo }];
}

async function enforceDigests(
  db: Db,
  contaId: string,
  { authorized, now }: Pick<SefazDelivery, "authorized" | "now">,
): Promise<DigestOutcome> {
  const all: DigestOutcome = { feed: [], registros: [] };
  for (const contradicted of await saveDigests(db, contaId, authorized)) {
    const { feed, registros } = await enforceDigest(db, contaId, { ...contradicted, now });
    all.feed.push(...feed);
    all.registros.push(...registros);
  }
  return all;
}

type DistributedEventos = Pick<SefazDelivery, "distributed" | "now"> & { kept: readonly StoredDocumento[] };

async function saveDistributedEventos(
  db: Db,
  contaId: string,
  { distributed, kept, now }: DistributedEventos,
): Promise<{ feed: FeedItem[]; recounted: string[]; chaves: string[] }> {
  const eventos = distributed.flatMap((each, i) => {
    const id = kept[i]?.id;
    return each.kind === "evento" && id !== undefined ? [toEvento(each, id, "sefaz")] : [];
  });
  const changedEventos = await saveEventos(db, contaId, { eventos, now });
  const chaves = [...new Set(changedEventos.map(({ chave }) => chave))];
  const recounted = await markCancelamentos(db, contaId, { chaves, now });
  await markManifestacoes(db, contaId, { chaves, now });
  const shown = await findNotasOfEventos(db, contaId, changedEventos);
  // Only a chave with a visible nota is queried, to spare the customer's SEFAZ quota.
  const notas = await findViews(db, contaId, chaves);
  return {
    feed: shown.map((each): FeedItem => ({ tipo: "evento", ...each })),
    recounted,
    chaves: notas.filter(isPublished).map(({ chave }) => chave),
  };
}
