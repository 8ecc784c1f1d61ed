import { type Db, newId } from "../../db/index.ts";
import { type Judged, rankJudged, SEFAZ_DIVERGENTE } from "./veredito.rules.ts";

/**
 * An XML to be stored. `xmlGzip`: its own bytes; the hashes are hex, of those bytes before gzip.
 * `digVal`: the digest in a nota's signature; null for an evento.
 */
export type NewDocumento = Judged & {
  sha256: string;
  sha1: string;
  natureza: "nota" | "evento";
  chave: string;
  tipoNota: string;
  digVal: string | null;
  certificadoTitular: string | null;
  /** The reversals that proved these bytes to be the original; null if nothing was repaired. */
  reparo: readonly string[] | null;
  /** Hex digest of the received bytes, kept in the blob store; null if they are these. */
  recebidoSha256: string | null;
  tamanho: number;
  xmlGzip: Buffer;
};

/**
 * Locks the chaves until the transaction ends, always in the same order: two workers that know the same
 * document decide one after the other.
 */
export async function lockChaves(db: Db, contaId: string, chaves: readonly string[]): Promise<void> {
  await db.query(
    `SELECT pg_advisory_xact_lock(h) FROM (
       SELECT DISTINCT hashtextextended($1 || chave, 0) AS h FROM unnest($2::text[]) AS chave ORDER BY h
     ) locks`,
    [contaId, [...new Set(chaves)]],
  );
}

/**
 * Stores new documents, and a better veredito of known ones: a CA may have been missing before. Returns each
 * id in order, with `novo`: stored or improved by this call; the second of equal bytes is not.
 */
export async function insertDocumentos(
  db: Db,
  contaId: string,
  { documentos, now }: { documentos: readonly NewDocumento[]; now: Date },
): Promise<{ id: string; novo: boolean }[]> {
  if (documentos.length === 0) return [];
  const bestLast = documentos.toSorted((a, b) => rankJudged(a) - rankJudged(b));
  const distinct = [...new Map(bestLast.map((each) => [each.sha256, each])).values()];
  const month = `${now.toISOString().slice(0, 7)}-01`;
  const made = distinct.map((documento) => ({ id: newId(), documento }));
  const inserted = await db.query<{ sha256: string }>(
    `INSERT INTO documento (conta_id, id, sha256, sha1, natureza, chave, tipo_nota, veredito, achados, dig_val, certificado_titular, reparo, recebido_sha256,
       tamanho, mes, criado_em)
     SELECT $1, d.id, d.sha256, d.sha1, d.natureza, d.chave, d.tipo_nota, d.veredito, d.achados, d.dig_val, d.titular, d.reparo, d.recebido,
       d.tamanho, $2::date, $3
     FROM json_to_recordset($4) AS d (id uuid, sha256 text, sha1 text, natureza text, chave text, tipo_nota text, veredito text,
       achados jsonb, dig_val text, titular text, reparo text[], recebido text, tamanho integer)
     ON CONFLICT (conta_id, sha256) DO NOTHING RETURNING sha256`,
    [contaId, month, now, JSON.stringify(made.map(toRecord))],
  );
  const added = new Set(inserted.map((row) => row.sha256));
  const kept = made.filter((each) => added.has(each.documento.sha256));
  await db.query(
    `INSERT INTO documento_xml (conta_id, mes, documento_id, xml_gzip)
     SELECT $1, $2::date, x.id, x.xml FROM unnest($3::uuid[], $4::bytea[]) AS x (id, xml)`,
    [contaId, month, kept.map((each) => each.id), kept.map((each) => each.documento.xmlGzip)],
  );
  const others = distinct.filter((each) => !added.has(each.sha256));
  const known = await findKnown(db, contaId, others);
  const ids = new Map(kept.map((each) => [each.documento.sha256, each.id]));
  for (const { id, documento, melhorou: improved } of known) {
    ids.set(documento.sha256, id);
    if (improved) added.add(documento.sha256);
  }
  await updateJudged(
    db,
    contaId,
    known.filter((each) => each.melhorou),
  );
  return documentos.map(({ sha256 }) => {
    const id = ids.get(sha256);
    if (id === undefined) throw new Error(`documento ${sha256} is neither new nor known`);
    // `delete` is true once per hash: the second of equal bytes is not new.
    return { id, novo: added.delete(sha256) };
  });
}

type Known = { id: string; documento: NewDocumento; melhorou: boolean };

async function findKnown(db: Db, contaId: string, documentos: readonly NewDocumento[]): Promise<Known[]> {
  if (documentos.length === 0) return [];
  const rows = await db.query<Judged & { id: string; sha256: string }>(
    "SELECT id, sha256, veredito, achados FROM documento WHERE conta_id = $1 AND sha256 = ANY ($2)",
    [contaId, documentos.map((each) => each.sha256)],
  );
  const bySha256 = new Map(rows.map((row) => [row.sha256, row]));
  return documentos.flatMap((documento) => {
    const row = bySha256.get(documento.sha256);
    return row ? [{ id: row.id, documento, melhorou: rankJudged(documento) > rankJudged(row) }] : [];
  });
}

async function updateJudged(db: Db, contaId: string, better: readonly Known[]): Promise<void> {
  if (better.length === 0) return;
  await db.query(
    `UPDATE documento SET veredito = d.veredito, achados = d.achados, certificado_titular = d.titular, reparo = d.reparo,
       recebido_sha256 = d.recebido
     FROM json_to_recordset($2) AS d (id uuid, veredito text, achados jsonb, titular text, reparo text[], recebido text)
     WHERE documento.conta_id = $1 AND documento.id = d.id`,
    [contaId, JSON.stringify(better.map(toRecord))],
  );
}

/**
 * Lowers the veredito of copies of a nota whose content SEFAZ did not authorize. A copy that is suspeita
 * already gets the finding too, for it may have been released.
 * @returns ids of the copies that got the finding now
 */
export async function doubtDocumentos(
  db: Db,
  contaId: string,
  { chave, digVal }: { chave: string; digVal: string },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `UPDATE documento SET veredito = CASE WHEN veredito = 'assinatura-invalida' THEN veredito ELSE 'suspeita' END, achados = achados || $4::jsonb
     WHERE conta_id = $1 AND chave = $2 AND natureza = 'nota' AND dig_val IS DISTINCT FROM $3 AND NOT achados @> $5::jsonb
     RETURNING id`,
    [
      contaId,
      chave,
      digVal,
      JSON.stringify([SEFAZ_DIVERGENTE]),
      JSON.stringify([{ codigo: SEFAZ_DIVERGENTE.codigo }]),
    ],
  );
  return rows.map((row) => row.id);
}

/** Copies that are compared once SEFAZ reports the digest; further ones differ only in unsigned parts. */
const COPIES_MAX = 5;

/** Stored copies of a nota with the content that SEFAZ authorized, oldest first. */
export async function findCopiesOfDigest(
  db: Db,
  contaId: string,
  { chave, digVal }: { chave: string; digVal: string },
): Promise<(Judged & { id: string; xmlGzip: Buffer })[]> {
  return db.query(
    `SELECT d.id, d.veredito, d.achados, x.xml_gzip AS "xmlGzip" FROM documento d
       JOIN documento_xml x ON x.conta_id = d.conta_id AND x.documento_id = d.id AND x.mes = d.mes
     WHERE d.conta_id = $1 AND d.chave = $2 AND d.natureza = 'nota' AND d.dig_val = $3 AND d.veredito <> 'assinatura-invalida'
     ORDER BY d.criado_em, d.id LIMIT ${COPIES_MAX}`,
    [contaId, chave, digVal],
  );
}

function toRecord({ id, documento }: { id: string; documento: NewDocumento }): Record<string, unknown> {
  return {
    id,
    sha256: documento.sha256,
    sha1: documento.sha1,
    natureza: documento.natureza,
    chave: documento.chave,
    tipo_nota: documento.tipoNota,
    veredito: documento.veredito,
    achados: documento.achados,
    dig_val: documento.digVal,
    titular: documento.certificadoTitular,
    reparo: documento.reparo,
    recebido: documento.recebidoSha256,
    tamanho: documento.tamanho,
  };
}
