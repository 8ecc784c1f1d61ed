import { tiposWith } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import type { NotaView } from "../documento/documento.rules.ts";
import type { Judged } from "../documento/veredito.rules.ts";
import { isOneOf } from "../list/tipo-nota.rows.ts";

/** Copies read per document. */
const COPIES_MAX = 20;

/** Whether any document of the conta names the CNPJ in any role. */
export async function isParticipante(db: Db, contaId: string, cnpj: string): Promise<boolean> {
  const rows = await db.query("SELECT 1 FROM participante WHERE conta_id = $1 AND documento = $2", [
    contaId,
    cnpj,
  ]);
  return rows.length > 0;
}

/** Sorted chaves whose documents may name a CNPJ. ate: the last chave examined; null at the end. */
export type ChavePage = { chaves: string[]; ate: string | null };

/**
 * The chaves after `after` whose documents may name a CNPJ. Not every party has a column:
 * a document of third parties, issued by the conta or of a transport may name any.
 * cnpj: null for documents whose parties may now be another empresa's, because more of them are read.
 */
export async function findPage(
  db: Db,
  contaId: string,
  { cnpj, after, pageViews }: { cnpj: string | null; after: string; pageViews: number },
): Promise<ChavePage> {
  const [end] = await db.query<{ ate: string | null }>(
    `SELECT max(chave) AS ate FROM (SELECT chave FROM nota WHERE conta_id = $1 AND chave > $2 ORDER BY chave LIMIT $3) janela`,
    [contaId, after, pageViews],
  );
  const ate = end?.ate ?? null;
  if (ate === null) return { chaves: [], ate };
  const rows = await db.query<{ chave: string }>(
    `SELECT DISTINCT chave FROM nota WHERE conta_id = $1 AND chave > $2 AND chave <= $3
       AND (terceiros OR papel = 'S' OR cnpj_emitente = $4 OR cnpj_destinatario = $4 OR cnpj_tomador = $4
         OR $4::text IS NOT NULL AND NOT ${isOneOf("tipo_nota", tiposWith("partes", "columns"))})
     ORDER BY chave`,
    [contaId, after, ate, cnpj],
  );
  return { chaves: rows.map(({ chave }) => chave), ate };
}

export type StoredCopy = { id: string; chave: string; xmlGzip: Buffer };

/** Stored copies of notas: first those that views show, then the oldest. */
export async function findStoredCopies(
  db: Db,
  contaId: string,
  chaves: readonly string[],
): Promise<StoredCopy[]> {
  return await db.query<StoredCopy>(
    `SELECT d.id, d.chave, x.xml_gzip AS "xmlGzip" FROM (
       SELECT id, chave, mes, row_number() OVER (PARTITION BY chave
         ORDER BY EXISTS (SELECT FROM nota n WHERE n.conta_id = $1 AND n.chave = documento.chave AND n.documento_id = documento.id) DESC, criado_em, id) AS vez
       FROM documento WHERE conta_id = $1 AND chave = ANY ($2) AND natureza = 'nota') d
       JOIN documento_xml x ON x.conta_id = $1 AND x.documento_id = d.id AND x.mes = d.mes
     WHERE d.vez <= ${COPIES_MAX} ORDER BY d.chave, d.vez`,
    [contaId, chaves],
  );
}

/** The current verdict and findings of some documents. */
export async function findVerdicts(
  db: Db,
  contaId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Judged>> {
  const rows = await db.query<Judged & { id: string }>(
    "SELECT id, veredito, achados FROM documento WHERE conta_id = $1 AND id = ANY ($2)",
    [contaId, ids],
  );
  return new Map(rows.map(({ id, ...julgado }) => [id, julgado]));
}

/** Moves views to another side of their documents. Their flags stay: they belong to the document. */
export async function moveNotas(
  db: Db,
  contaId: string,
  { views, now }: { views: readonly NotaView[]; now: Date },
): Promise<void> {
  if (views.length === 0) return;
  await db.execute(
    `UPDATE nota SET papel = v.papel, terceiros = v.terceiros, empresa_id = v.empresa, alterado_em = $2
     FROM unnest($3::uuid[], $4::text[], $5::boolean[], $6::uuid[]) AS v (id, papel, terceiros, empresa)
     WHERE nota.conta_id = $1 AND nota.id = v.id`,
    [
      contaId,
      now,
      views.map(({ id }) => id),
      views.map(({ papel }) => papel),
      views.map(({ terceiros }) => terceiros),
      views.map(({ empresaId }) => empresaId),
    ],
  );
}

/** Copies to new views the SEFAZ status of the chave's other view: it belongs to the document. */
export async function shareSefaz(db: Db, contaId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(
    `UPDATE nota SET sefaz_status = o.sefaz_status, sefaz_motivo = o.sefaz_motivo, sefaz_dig_val = o.sefaz_dig_val,
       sefaz_alertas = o.sefaz_alertas,
       sefaz_pedida_em = o.sefaz_pedida_em, sefaz_pedida_por = o.sefaz_pedida_por, sefaz_consultada_em = o.sefaz_consultada_em,
       sefaz_falhou_em = o.sefaz_falhou_em
     FROM nota o WHERE nota.conta_id = $1 AND nota.id = ANY ($2) AND o.conta_id = $1 AND o.chave = nota.chave AND o.id <> nota.id`,
    [contaId, ids],
  );
}
