import type { AppContext } from "../../app-context.ts";
import type { Db } from "../../db/index.ts";
import { doubtDocumentos, findCopiesOfDigest } from "../documento/documento.rows.ts";
import { type FeedItem, isPublished, type NotaCopy, type NotaView } from "../documento/documento.rules.ts";
import { readStoredNota } from "../nota/document/read-stored.ts";
import { findViews, quarantineNotas } from "../nota/nota-ingest.rows.ts";
import type { NewRegistro } from "../registro/registro.rows.ts";
import { placeCopies } from "./place-copies.ts";

/**
 * Feed rows to publish, and audit records that the caller
 * writes after all its locks, just before publishing.
 */
export type DigestOutcome = { feed: FeedItem[]; registros: NewRegistro[] };

/** The digest that SEFAZ authorized under a chave, which this transaction has locked. */
export type SefazDigest = {
  chave: string;
  digVal: string;
  readDfe?: AppContext["readDfe"] | undefined;
  now: Date;
};

/**
 * Makes the copy that SEFAZ authorized the nota: notas of another content switch to it, or enter
 * quarantine when none is stored.
 */
export async function enforceDigest(
  db: Db,
  contaId: string,
  { chave, digVal, readDfe, now }: SefazDigest,
): Promise<DigestOutcome> {
  const doubted = await doubtDocumentos(db, contaId, { chave, digVal });
  if (doubted.length === 0) return { feed: [], registros: [] };
  const currentNotas = await findViews(db, contaId, [chave]);
  const quarantined = new Set(
    currentNotas.filter((currentNota) => doubted.includes(currentNota.documentoId)).map(({ id }) => id),
  );
  const copies = await findCopies(db, contaId, { chave, digVal, readDfe });
  const { replacements, feed } = await placeCopies(db, contaId, {
    copies,
    currentNotas: currentNotas.map(
      (currentNota): NotaView =>
        quarantined.has(currentNota.id)
          ? { ...currentNota, veredito: "suspeita", liberada: false }
          : currentNota,
    ),
    now,
  });
  for (const { view: currentNota } of replacements) quarantined.delete(currentNota.id);
  await quarantineNotas(db, contaId, { ids: [...quarantined], now });
  const released = currentNotas.filter(({ id, liberada }) => liberada && quarantined.has(id));
  const withdrawn = currentNotas.filter(
    (currentNota) => quarantined.has(currentNota.id) && isPublished(currentNota),
  );
  return {
    feed: [...feed, ...withdrawn.map(({ id }): FeedItem => ({ tipo: "quarentena", notaId: id }))],
    registros: released.map(({ id }) => toRegistro(id, now)),
  };
}

function toRegistro(alvo: string, quando: Date): NewRegistro {
  const acao = "retomar-quarentena";
  return { quando, usuarioId: null, usuario: "SEFAZ", acao, alvo, detalhe: "sefaz-digest-divergente" };
}

// @NOTE the only place that reads XML inside a transaction:
// a few stored copies at most, of a locked chave.
async function findCopies(
  db: Db,
  contaId: string,
  { readDfe, ...content }: Pick<SefazDigest, "chave" | "digVal" | "readDfe">,
): Promise<NotaCopy[]> {
  const copies: NotaCopy[] = [];
  for (const { id, xmlGzip, ...judged } of await findCopiesOfDigest(db, contaId, content)) {
    const nota = await readStoredNota({ readDfe }, xmlGzip);
    if (nota === null) continue;
    copies.push({ ...judged, documentoId: id, novo: true, nota, protocolo: nota.protocolo?.cStat ?? null });
  }
  return copies;
}
