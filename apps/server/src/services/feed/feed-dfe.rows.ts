import type { Sql } from "../../db/index.ts";

/** A document at its number in a company's feed, as it is stored. */
export type DfeDoFeed = { nsu: number; xmlGzip: Buffer };
/** The same before it is known that its XML is where it should be. */
export type DfeAchado = { nsu: number; documentoId: string; xmlGzip: Buffer | null };

/** Whose feed is read. */
export type DonoDoFeed = { contaId: string; empresaId: string };

/**
 * SQL that is true of a row of the feed whose document the company may have today: its view is not in quarantine and still the company's, and
 * the document itself was not found out meanwhile, unless it is the one that an administrator released. Of its own notas it has the eventos alone, as
 * at SEFAZ. An evento that SEFAZ told of is a fact, whatever its bytes say.
 */
const VISIVEL = `NOT n.quarentena AND NOT n.terceiros AND n.empresa_id = f.empresa_id
  AND (f.tipo = 'evento' OR n.papel = 'E')
  AND (d.veredito NOT IN ('assinatura-invalida', 'suspeita') OR f.documento_id = n.documento_id OR EXISTS (
    SELECT FROM evento e WHERE e.conta_id = f.conta_id AND e.id = f.evento_id AND e.origem = 'sefaz'))`;

const DE_ONDE = `FROM feed f JOIN nota n ON n.conta_id = f.conta_id AND n.id = f.nota_id
  JOIN documento d ON d.conta_id = f.conta_id AND d.id = f.documento_id`;

/** The last number that brings the company a document; 0: there is none. */
export async function findMaxNsu(sql: Sql, { contaId, empresaId }: DonoDoFeed): Promise<number> {
  const [row] = await sql.query<{ nsu: number | null }>(
    "SELECT max(sequencia) AS nsu FROM feed WHERE conta_id = $1 AND empresa_id = $2 AND documento_id IS NOT NULL",
    [contaId, empresaId],
  );
  return row?.nsu ?? 0;
}

/**
 * Documents of a company's feed after one number and up to another, in order.
 * @param o bytesMax: of their XMLs together, unpacked, past which no more come; the first always does
 * @returns cheio: there may be more before `ate`
 */
export async function findDfes(
  sql: Sql,
  { contaId, empresaId }: DonoDoFeed,
  o: { depois: number; ate: number; limite: number; bytesMax: number },
): Promise<{ dfes: DfeAchado[]; cheio: boolean }> {
  const rows = await sql.query<DfeAchado & { achadas: number }>(
    `SELECT p.sequencia AS nsu, p.documento_id AS "documentoId", x.xml_gzip AS "xmlGzip", p.achadas FROM (
       SELECT p.*, sum(p.tamanho) OVER (ORDER BY p.sequencia) - p.tamanho AS antes, count(*) OVER () AS achadas FROM (
         SELECT f.sequencia, f.documento_id, d.mes, d.tamanho ${DE_ONDE}
         WHERE f.conta_id = $1 AND f.empresa_id = $2 AND f.documento_id IS NOT NULL AND f.sequencia > $3 AND f.sequencia <= $4 AND ${VISIVEL}
         ORDER BY f.sequencia LIMIT $5) p) p
       LEFT JOIN documento_xml x ON x.conta_id = $1 AND x.documento_id = p.documento_id AND x.mes = p.mes
     WHERE p.antes < $6 ORDER BY p.sequencia`,
    [contaId, empresaId, o.depois, o.ate, o.limite, o.bytesMax],
  );
  const achadas = rows[0]?.achadas ?? 0;
  return { dfes: rows, cheio: achadas === o.limite || rows.length < achadas };
}

/** The best copy of a document at the number where the company was told of it last; null when it has none. */
export async function findDfeDaChave(
  sql: Sql,
  { contaId, empresaId }: DonoDoFeed,
  chave: string,
): Promise<DfeDoFeed | null> {
  const [row] = await sql.query<DfeDoFeed>(
    `SELECT f.sequencia AS nsu, x.xml_gzip AS "xmlGzip" ${DE_ONDE}
       JOIN documento_xml x ON x.conta_id = f.conta_id AND x.documento_id = d.id AND x.mes = d.mes
     WHERE f.conta_id = $1 AND n.chave = $3 AND n.empresa_id = $2 AND f.empresa_id = $2 AND f.documento_id = n.documento_id AND ${VISIVEL}
     ORDER BY f.sequencia DESC LIMIT 1`,
    [contaId, empresaId, chave],
  );
  return row ?? null;
}
