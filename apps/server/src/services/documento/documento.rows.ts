import { type RawBuilder, sql } from "kysely";
import {
  anyOf,
  type Db,
  fixedStatement,
  insertObjects,
  jsonRows,
  mapValue,
  newId,
  type OrPlaceholder,
  type Row,
  refsOf,
} from "../../db/index.ts";
import { type Judged, rankJudged, SEFAZ_DIVERGENTE, type StoredAchado } from "./veredito.rules.ts";

/**
 * An XML to be stored. `xmlGzip`: its own bytes; the hashes are hex, of those bytes before gzip.
 * `digVal`: the digest in a nota's signature; null for an evento.
 */
export type NewDocumento = Judged &
  Pick<Row<"documento">, "sha256" | "sha1" | "natureza" | "chave" | "tipoNota" | "digVal" | "tamanho"> & {
    certificadoTitular: string | null;
    /** The reversals that proved these bytes to be the original; null if nothing was repaired. */
    reparo: readonly string[] | null;
    /** Hex digest of the received bytes, kept in the blob store; null if they are these. */
    recebidoSha256: string | null;
    xmlGzip: Buffer;
  };

/** Joins a view or an evento with its document: `join.on(isDocumentoOf("d", "n"))`. */
export function isDocumentoOf(documento: string, owner: string): RawBuilder<boolean> {
  const [d, o] = [refsOf("documento", documento), refsOf("nota", owner)];
  return sql`${d("contaId")} = ${o("contaId")} AND ${d("id")} = ${o("documentoId")}`;
}

/** Joins a document with its stored XML: `join.on(isXmlOf("x", "d"))`. The month names the partition. */
export function isXmlOf(xml: string, documento: string): RawBuilder<boolean> {
  const [x, d] = [refsOf("documentoXml", xml), refsOf("documento", documento)];
  return sql`${x("contaId")} = ${d("contaId")} AND ${x("documentoId")} = ${d("id")} AND ${x("mes")} = ${d("mes")}`;
}

const LOCK_CHAVES = fixedStatement<{ contaId: string; chaves: readonly string[] }>()(
  (_, { contaId, chaves }) =>
    sql`SELECT pg_advisory_xact_lock(h) FROM (
      SELECT DISTINCT hashtextextended(${contaId} || chave, 0) AS h FROM unnest(${chaves}::text[]) AS chave ORDER BY h
    ) locks`,
);

/**
 * Locks the chaves until the transaction ends, always in the same order: two workers that know the same
 * document decide one after the other.
 */
export async function lockChaves(db: Db, contaId: string, chaves: readonly string[]): Promise<void> {
  await LOCK_CHAVES.rows(db, { contaId, chaves: [...new Set(chaves)] });
}

// Written with a new document; the judged ones are written again with a better veredito.
const JUDGED_COLUMNS = ["veredito", "achados", "certificadoTitular", "reparo", "recebidoSha256"] as const;
const COLUMNS = [
  ...(["id", "sha256", "sha1", "natureza", "chave", "tipoNota", "digVal", "tamanho"] as const),
  ...JUDGED_COLUMNS,
];

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
  const made = distinct.map((documento) => ({ id: newId(), documento }));
  const ids = await insertNew(db, contaId, { made, now });
  const added = new Set(ids.keys());
  const others = distinct.filter((each) => !added.has(each.sha256));
  const known = await findKnown(db, contaId, others);
  for (const { id, documento, melhorou: improved } of known) {
    ids.set(documento.sha256, id);
    if (improved) added.add(documento.sha256);
  }
  const better = known.filter((each) => each.melhorou);
  await updateJudged(db, contaId, better);
  return documentos.map(({ sha256 }) => {
    const id = ids.get(sha256);
    if (id === undefined) throw new Error(`documento ${sha256} is neither new nor known`);
    // `delete` is true once per hash: the second of equal bytes is not new.
    return { id, novo: added.delete(sha256) };
  });
}

type Identified = { id: string; documento: NewDocumento };

type NewRows = { contaId: string; mes: string; now: Date; made: readonly Identified[] };

const INSERT_NEW = fixedStatement<NewRows>()((db, { contaId, mes, now, made }) =>
  db
    .insertInto("documento")
    .columns(["contaId", "mes", "criadoEm", ...COLUMNS])
    .expression(
      db
        .selectFrom(writtenDocumentos(made))
        .select([contaId.as("contaId"), mes.as("mes"), now.as("criadoEm")])
        .select(COLUMNS.map((column) => `w.${column}` as const)),
    )
    .onConflict((conflict) => conflict.columns(["contaId", "sha256"]).doNothing())
    .returning("sha256"),
);

type NewXmls = { contaId: string; mes: string; xmls: readonly { documentoId: string; xmlGzip: Buffer }[] };

const INSERT_XMLS = fixedStatement<NewXmls>()((db, { contaId, mes, xmls }) =>
  insertObjects(db, "documentoXml", {
    objects: xmls,
    fields: { documentoId: "uuid", xmlGzip: "bytea" },
    all: { contaId, mes },
  }),
);

/** Inserts documents, with their XML, whose bytes are not stored. @returns their ids by hash */
async function insertNew(
  db: Db,
  contaId: string,
  { made, now }: { made: readonly Identified[]; now: Date },
): Promise<Map<string, string>> {
  const mes = `${now.toISOString().slice(0, 7)}-01`;
  const inserted = await INSERT_NEW.rows(db, { contaId, mes, now, made });
  const added = new Set(inserted.map((row) => row.sha256));
  const kept = made.filter(({ documento }) => added.has(documento.sha256));
  const xmls = kept.map(({ id, documento: { xmlGzip } }) => ({ documentoId: id, xmlGzip }));
  await INSERT_XMLS.change(db, { contaId, mes, xmls });
  return new Map(kept.map(({ id, documento: { sha256 } }) => [sha256, id]));
}

function writtenDocumentos(documentos: OrPlaceholder<readonly Identified[]>) {
  const records = mapValue(documentos, (list) =>
    list.map(({ id, documento: { xmlGzip: _, ...columns } }) => ({ id, ...columns })),
  );
  return jsonRows("w", "documento", records);
}

type Known = Identified & { melhorou: boolean };

async function findKnown(db: Db, contaId: string, documentos: readonly NewDocumento[]): Promise<Known[]> {
  if (documentos.length === 0) return [];
  const sha256s = documentos.map((each) => each.sha256);
  const rows = await db
    .selectFrom("documento")
    .where("contaId", "=", contaId)
    .where("sha256", "=", anyOf(sha256s))
    .select(["id", "sha256", "veredito", "achados"])
    .execute();
  const bySha256 = new Map(rows.map((row) => [row.sha256, row]));
  return documentos.flatMap((documento) => {
    const row = bySha256.get(documento.sha256);
    return row ? [{ id: row.id, documento, melhorou: rankJudged(documento) > rankJudged(row) }] : [];
  });
}

async function updateJudged(db: Db, contaId: string, better: readonly Known[]): Promise<void> {
  if (better.length === 0) return;
  const update = db
    .updateTable("documento")
    .from(writtenDocumentos(better))
    .where("documento.contaId", "=", contaId)
    .whereRef("documento.id", "=", "w.id");
  await JUDGED_COLUMNS.reduce((query, column) => query.set(column, sql.ref(`w.${column}`)), update).execute();
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
  const rows = await db
    .updateTable("documento")
    .where(({ and }) => and({ contaId, chave, natureza: "nota" }))
    .where("digVal", "is distinct from", digVal)
    .where(({ eb, not }) => not(eb("achados", "@>", toJsonb([{ codigo: SEFAZ_DIVERGENTE.codigo }]))))
    .set(({ ref }) => ({
      veredito: sql`CASE WHEN ${ref("veredito")} = 'assinatura-invalida' THEN ${ref("veredito")} ELSE 'suspeita' END`,
      achados: sql`${ref("achados")} || ${toJsonb([SEFAZ_DIVERGENTE])}`,
    }))
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

function toJsonb(value: unknown): RawBuilder<StoredAchado[]> {
  return sql`${JSON.stringify(value)}::jsonb`;
}

/** Copies that are compared once SEFAZ reports the digest; further ones differ only in unsigned parts. */
const COPIES_MAX = 5;

/** Stored copies of a nota with the content that SEFAZ authorized, oldest first. */
export async function findCopiesOfDigest(
  db: Db,
  contaId: string,
  { chave, digVal }: { chave: string; digVal: string },
): Promise<(Judged & { id: string; xmlGzip: Buffer })[]> {
  return await db
    .selectFrom("documento as d")
    .innerJoin("documentoXml as x", (join) => join.on(isXmlOf("x", "d")))
    .where(({ and }) =>
      and({ "d.contaId": contaId, "d.chave": chave, "d.natureza": "nota", "d.digVal": digVal }),
    )
    .where("d.veredito", "<>", "assinatura-invalida")
    .select(["d.id", "d.veredito", "d.achados", "x.xmlGzip"])
    .orderBy("d.criadoEm")
    .orderBy("d.id")
    .limit(COPIES_MAX)
    .execute();
}
