import { tiposWith } from "@malote/syntax";
import { sql } from "kysely";
import { anyOf, type Db, literals, type Row, unnestObjects } from "../../db/index.ts";
import type { NotaView } from "../documento/documento.rules.ts";
import type { Judged } from "../documento/veredito.rules.ts";

/** Copies read per document. */
const COPIES_MAX = 20;

/** Whether any document of the conta names the CNPJ in any role. */
export async function isParticipante(db: Db, contaId: string, cnpj: string): Promise<boolean> {
  const named = db.selectFrom("participante").where(({ and }) => and({ contaId, documento: cnpj }));
  return (await named.select("documento").executeTakeFirst()) !== undefined;
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
  const later = db.selectFrom("nota").where("contaId", "=", contaId).where("chave", ">", after);
  const { ate } = await db
    .selectFrom(later.select("chave").orderBy("chave").limit(pageViews).as("janela"))
    .select(({ fn }) => fn.max<string | null>("chave").as("ate"))
    .executeTakeFirstOrThrow();
  if (ate === null) return { chaves: [], ate };
  const rows = await later
    .where("chave", "<=", ate)
    .where(({ eb, or, ref }) => {
      const columns = ["cnpjEmitente", "cnpjDestinatario", "cnpjTomador"] as const;
      const named = [
        ...columns.map((column) => eb(column, "=", cnpj)),
        eb("tipoNota", "not in", literals(tiposWith("partes", "columns"))),
      ];
      return or([ref("terceiros"), eb("papel", "=", "S"), ...(cnpj === null ? [] : named)]);
    })
    .select("chave")
    .distinct()
    .orderBy("chave")
    .execute();
  return { chaves: rows.map(({ chave }) => chave), ate };
}

export type StoredCopy = Pick<Row<"documento">, "id" | "chave"> & Pick<Row<"documentoXml">, "xmlGzip">;

/** Stored copies of notas: first those that views show, then the oldest. */
export async function findStoredCopies(
  db: Db,
  contaId: string,
  chaves: readonly string[],
): Promise<StoredCopy[]> {
  const copies = db
    .selectFrom("documento as o")
    .where("o.contaId", "=", contaId)
    .where("o.chave", "=", anyOf(chaves))
    .where("o.natureza", "=", "nota")
    .select(({ fn, exists, selectFrom }) => {
      const shown = exists(
        selectFrom("nota as n")
          .where("n.contaId", "=", contaId)
          .whereRef("n.chave", "=", "o.chave")
          .whereRef("n.documentoId", "=", "o.id"),
      );
      const place = fn
        .agg<number>("row_number")
        .over((over) =>
          over.partitionBy("o.chave").orderBy(shown, "desc").orderBy("o.criadoEm").orderBy("o.id"),
        );
      return ["o.id", "o.chave", "o.mes", place.as("vez")];
    });
  return await db
    .selectFrom(copies.as("d"))
    .innerJoin("documentoXml as x", (join) =>
      join.on("x.contaId", "=", contaId).onRef("x.documentoId", "=", "d.id").onRef("x.mes", "=", "d.mes"),
    )
    .where("d.vez", "<=", sql.lit(COPIES_MAX))
    .select(["d.id", "d.chave", "x.xmlGzip"])
    .orderBy("d.chave")
    .orderBy("d.vez")
    .execute();
}

/** The current verdict and findings of some documents. */
export async function findVerdicts(
  db: Db,
  contaId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Judged>> {
  const documentos = db.selectFrom("documento").where("contaId", "=", contaId).where("id", "=", anyOf(ids));
  const rows = await documentos.select(["id", "veredito", "achados"]).execute();
  return new Map(rows.map(({ id, ...julgado }) => [id, julgado]));
}

/** Moves views to another side of their documents. Their flags stay: they belong to the document. */
export async function moveNotas(
  db: Db,
  contaId: string,
  { views, now }: { views: readonly NotaView[]; now: Date },
): Promise<void> {
  if (views.length === 0) return;
  const fields = { id: "uuid", papel: "text", terceiros: "bool", empresaId: "uuid" } as const;
  await db
    .updateTable("nota as n")
    .from(unnestObjects("v", views, fields))
    .where("n.contaId", "=", contaId)
    .whereRef("n.id", "=", "v.id")
    .set(({ ref }) => ({
      papel: ref("v.papel"),
      terceiros: ref("v.terceiros"),
      empresaId: ref("v.empresaId"),
      alteradoEm: now,
    }))
    .execute();
}

/** Copies to new views the SEFAZ status of the chave's other view: it belongs to the document. */
export async function shareSefaz(db: Db, contaId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("nota as n")
    .from("nota as o")
    .where("n.contaId", "=", contaId)
    .where("n.id", "=", anyOf(ids))
    .where("o.contaId", "=", contaId)
    .whereRef("o.chave", "=", "n.chave")
    .whereRef("o.id", "<>", "n.id")
    .set(({ ref }) => ({
      sefazStatus: ref("o.sefazStatus"),
      sefazMotivo: ref("o.sefazMotivo"),
      sefazDigVal: ref("o.sefazDigVal"),
      sefazAlertas: sql<string | null>`${ref("o.sefazAlertas")}`,
      sefazPedidaEm: ref("o.sefazPedidaEm"),
      sefazPedidaPor: ref("o.sefazPedidaPor"),
      sefazConsultadaEm: ref("o.sefazConsultadaEm"),
      sefazFalhouEm: ref("o.sefazFalhouEm"),
    }))
    .execute();
}
