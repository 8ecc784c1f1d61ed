import { type Expression, sql } from "kysely";
import { type Db, refsOf } from "../../db/index.ts";

/**
 * A range of the feed: after `depois`, up to `ate`. bytesMax:
 * bytes of the XMLs together, after which the page ends.
 */
export type FeedRange = { depois: number; ate: number; limite: number; xml: { bytesMax: number } | null };

/** A row of a page, with the document whose XML it has. */
type PageRow = { sequencia: number; documentoId: string | null };
/** achadas: rows of the page, also beyond the byte limit. */
type WithXml = { xmlGzip: Buffer | null; achadas: number };

/**
 * Reads a page of the feed with its XML bytes up to a total size; the first document is always included.
 * @returns cheio: `limite` or the byte limit was reached; there may be more before the end of the range
 */
export async function readFeedPage<O extends PageRow>(
  db: Db,
  contaId: string,
  { page, limite, xml }: Pick<FeedRange, "limite" | "xml"> & { page: Expression<O> },
): Promise<{ rows: (O & WithXml)[]; cheio: boolean }> {
  const { rows } = await (xml === null
    ? sql<
        O & WithXml
      >`SELECT p.*, NULL AS xml_gzip, count(*) OVER () AS achadas FROM ${page} p ORDER BY p.sequencia`
    : withXml(page, { contaId, ...xml })
  ).execute(db);
  const achadas = rows[0]?.achadas ?? 0;
  return { rows, cheio: achadas === limite || rows.length < achadas };
}

// Sizes come from `documento`, so no XML is read in vain. Text, because the columns of the page are any.
function withXml<O extends PageRow>(
  page: Expression<O>,
  { contaId, bytesMax }: { contaId: string; bytesMax: number },
) {
  const [d, x] = [refsOf("documento", "d"), refsOf("documentoXml", "x")];
  const size = sql`coalesce(${d("tamanho")}, 0)`;
  return sql<O & WithXml>`SELECT p.*, ${x("xmlGzip")} FROM (
      SELECT p.*, ${d("mes")}, sum(${size}) OVER (ORDER BY p.sequencia) - ${size} AS antes, count(*) OVER () AS achadas
      FROM ${page} p LEFT JOIN documento d ON ${d("contaId")} = ${contaId} AND ${d("id")} = p.documento_id
    ) p LEFT JOIN documento_xml x ON ${x("contaId")} = ${contaId} AND ${x("documentoId")} = p.documento_id AND ${x("mes")} = p.mes
    WHERE p.antes < ${bytesMax} ORDER BY p.sequencia`;
}
