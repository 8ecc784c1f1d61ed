import type { Db } from "../../db/index.ts";

/** A stored document at its number in a company's feed. */
export type FeedDfe = { nsu: number; xmlGzip: Buffer };
/** The same row; xmlGzip is null when the XML is missing. */
export type FoundDfe = { nsu: number; documentoId: string; xmlGzip: Buffer | null };

/** Owner of the feed that is read. */
export type FeedOwner = { contaId: string; empresaId: string };

/**
 * SQL condition: the company may read the row's document today. Its view is the company's and not
 * in quarantine; of its own notas it receives eventos alone, as at SEFAZ. The document is not
 * suspect, unless it is the released one. An evento from SEFAZ is a fact, whatever its bytes are.
 */
const IS_VISIBLE = `NOT n.quarentena AND NOT n.terceiros AND n.empresa_id = f.empresa_id
  AND (f.tipo = 'evento' OR n.papel = 'E')
  AND (d.veredito NOT IN ('assinatura-invalida', 'suspeita') OR f.documento_id = n.documento_id OR EXISTS (
    SELECT FROM evento e WHERE e.conta_id = f.conta_id AND e.id = f.evento_id AND e.origem = 'sefaz'))`;

const FROM_FEED = `FROM feed f JOIN nota n ON n.conta_id = f.conta_id AND n.id = f.nota_id
  JOIN documento d ON d.conta_id = f.conta_id AND d.id = f.documento_id`;

/** Last number with a document for the company; 0: none. */
export async function findMaxNsu(db: Db, { contaId, empresaId }: FeedOwner): Promise<number> {
  const [row] = await db.query<{ nsu: number | null }>(
    "SELECT max(sequencia) AS nsu FROM feed WHERE conta_id = $1 AND empresa_id = $2 AND documento_id IS NOT NULL",
    [contaId, empresaId],
  );
  return row?.nsu ?? 0;
}

/**
 * Documents of a company's feed after one number and up to another, in order.
 * @param o bytesMax: unpacked bytes of the XMLs together, after
 * which the page ends; the first document is always returned
 * @returns cheio: there may be more before `ate`
 */
export async function findDfes(
  db: Db,
  { contaId, empresaId }: FeedOwner,
  o: { depois: number; ate: number; limite: number; bytesMax: number },
): Promise<{ dfes: FoundDfe[]; cheio: boolean }> {
  const rows = await db.query<FoundDfe & { achadas: number }>(
    `SELECT p.sequencia AS nsu, p.documento_id AS "documentoId", x.xml_gzip AS "xmlGzip", p.achadas FROM (
       SELECT p.*, sum(p.tamanho) OVER (ORDER BY p.sequencia) - p.tamanho AS antes, count(*) OVER () AS achadas FROM (
         SELECT f.sequencia, f.documento_id, d.mes, d.tamanho ${FROM_FEED}
         WHERE f.conta_id = $1 AND f.empresa_id = $2 AND f.documento_id IS NOT NULL AND f.sequencia > $3 AND f.sequencia <= $4 AND ${IS_VISIBLE}
         ORDER BY f.sequencia LIMIT $5) p) p
       LEFT JOIN documento_xml x ON x.conta_id = $1 AND x.documento_id = p.documento_id AND x.mes = p.mes
     WHERE p.antes < $6 ORDER BY p.sequencia`,
    [contaId, empresaId, o.depois, o.ate, o.limite, o.bytesMax],
  );
  const achadas = rows[0]?.achadas ?? 0;
  return { dfes: rows, cheio: achadas === o.limite || rows.length < achadas };
}

/** The best copy of a document at its last number in the company's feed; null when it has none. */
export async function findDfeByChave(
  db: Db,
  { contaId, empresaId }: FeedOwner,
  chave: string,
): Promise<FeedDfe | null> {
  const [row] = await db.query<FeedDfe>(
    `SELECT f.sequencia AS nsu, x.xml_gzip AS "xmlGzip" ${FROM_FEED}
       JOIN documento_xml x ON x.conta_id = f.conta_id AND x.documento_id = d.id AND x.mes = d.mes
     WHERE f.conta_id = $1 AND n.chave = $3 AND n.empresa_id = $2 AND f.empresa_id = $2 AND f.documento_id = n.documento_id AND ${IS_VISIBLE}
     ORDER BY f.sequencia DESC LIMIT 1`,
    [contaId, empresaId, chave],
  );
  return row ?? null;
}
