import type { Achado, Situacao } from "@malote/dfe";
import { newId, type Sql } from "../../db/index.ts";

/** One XML about to be kept. `xmlGzip` are the bytes as received; the hashes are hex, of those bytes before gzip. */
export type NovoDocumento = {
  sha256: string;
  sha1: string;
  natureza: "nota" | "evento";
  chave: string;
  tipoNota: string;
  situacao: Situacao;
  achados: readonly Achado[];
  certificadoTitular: string | null;
  tamanho: number;
  xmlGzip: Buffer;
};

/**
 * Takes the chaves for this transaction, in one order for everybody: what two workers know of one document, they decide one
 * after the other.
 */
export async function lockChaves(sql: Sql, contaId: string, chaves: readonly string[]): Promise<void> {
  await sql.query(
    `SELECT pg_advisory_xact_lock(h) FROM (
       SELECT DISTINCT hashtextextended($1 || chave, 0) AS h FROM unnest($2::text[]) AS chave ORDER BY h
     ) locks`,
    [contaId, [...new Set(chaves)]],
  );
}

/**
 * Stores what was never seen before and says of each, in order, its id and whether it was new.
 * The same bytes twice in one call: the first is new, the second is not.
 */
export async function insertDocumentos(
  sql: Sql,
  contaId: string,
  { documentos, agora }: { documentos: readonly NovoDocumento[]; agora: Date },
): Promise<{ id: string; novo: boolean }[]> {
  if (documentos.length === 0) return [];
  const distinct = [...new Map(documentos.map((each) => [each.sha256, each])).values()];
  const mes = `${agora.toISOString().slice(0, 7)}-01`;
  const made = distinct.map((documento) => ({ id: newId(), documento }));
  const inserted = await sql.query<{ sha256: string }>(
    `INSERT INTO documento (conta_id, id, sha256, sha1, natureza, chave, tipo_nota, situacao, achados, certificado_titular, tamanho, mes, criado_em)
     SELECT $1, d.id, d.sha256, d.sha1, d.natureza, d.chave, d.tipo_nota, d.situacao, d.achados, d.titular, d.tamanho, $2::date, $3
     FROM json_to_recordset($4) AS d (id uuid, sha256 text, sha1 text, natureza text, chave text, tipo_nota text, situacao text,
       achados jsonb, titular text, tamanho integer)
     ON CONFLICT (conta_id, sha256) DO NOTHING RETURNING sha256`,
    [contaId, mes, agora, JSON.stringify(made.map(toRecord))],
  );
  const novos = new Set(inserted.map((row) => row.sha256));
  const kept = made.filter((each) => novos.has(each.documento.sha256));
  await sql.query(
    `INSERT INTO documento_xml (conta_id, mes, documento_id, xml_gzip)
     SELECT $1, $2::date, x.id, x.xml FROM unnest($3::uuid[], $4::bytea[]) AS x (id, xml)`,
    [contaId, mes, kept.map((each) => each.id), kept.map((each) => each.documento.xmlGzip)],
  );
  const known = await findIds(
    sql,
    contaId,
    distinct.filter((each) => !novos.has(each.sha256)),
  );
  for (const { id, documento } of kept) known.set(documento.sha256, id);
  return documentos.map(({ sha256 }) => {
    const id = known.get(sha256);
    if (id === undefined) throw new Error(`documento ${sha256} is neither new nor known`);
    return { id, novo: novos.delete(sha256) }; // delete answers true once: the second of the same bytes is not new
  });
}

async function findIds(
  sql: Sql,
  contaId: string,
  documentos: readonly NovoDocumento[],
): Promise<Map<string, string>> {
  if (documentos.length === 0) return new Map();
  const rows = await sql.query<{ id: string; sha256: string }>(
    "SELECT id, sha256 FROM documento WHERE conta_id = $1 AND sha256 = ANY ($2)",
    [contaId, documentos.map((each) => each.sha256)],
  );
  return new Map(rows.map((row) => [row.sha256, row.id]));
}

function toRecord({ id, documento }: { id: string; documento: NovoDocumento }): Record<string, unknown> {
  return {
    id,
    sha256: documento.sha256,
    sha1: documento.sha1,
    natureza: documento.natureza,
    chave: documento.chave,
    tipo_nota: documento.tipoNota,
    situacao: documento.situacao,
    achados: documento.achados,
    titular: documento.certificadoTitular,
    tamanho: documento.tamanho,
  };
}
