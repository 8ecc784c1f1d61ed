import { tiposWith } from "@malote/syntax";
import { sql } from "kysely";
import { anyOf, type Db, expressionsOf, literals, unnestObjects } from "../../db/index.ts";
import type { NotaView } from "../documento/documento.rules.ts";
import type { Judged } from "../documento/veredito.rules.ts";

/** Copies read per document. */
const COPIES_MAX = 20;

/** Whether any document of the conta names the CNPJ in any role. */
export async function isParticipante(db: Db, contaId: string, cnpj: string): Promise<boolean> {
  const row = await db
    .selectFrom("participante")
    .where("contaId", "=", contaId)
    .where("documento", "=", cnpj)
    .select("documento")
    .executeTakeFirst();
  return row !== undefined;
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
  const page = db
    .selectFrom("nota")
    .where("contaId", "=", contaId)
    .where("chave", ">", after)
    .select("chave")
    .orderBy("chave")
    .limit(pageViews);
  const { ate } = await db
    .selectFrom(page.as("p"))
    .select(({ fn }) => fn.max<string | null>("p.chave").as("ate"))
    .executeTakeFirstOrThrow();
  if (ate === null) return { chaves: [], ate };
  const rows = await db
    .selectFrom("nota")
    .where("contaId", "=", contaId)
    .where("chave", ">", after)
    .where("chave", "<=", ate)
    .where(({ or, eb, ref }) =>
      or([ref("terceiros"), eb("papel", "=", "S"), ...(cnpj === null ? [] : mayName(cnpj))]),
    )
    .select("chave")
    .distinct()
    .orderBy("chave")
    .execute();
  return { chaves: rows.map(({ chave }) => chave), ate };
}

/** Conditions of which one holds if a nota may name the CNPJ. */
function mayName(cnpj: string) {
  const { eb, not } = expressionsOf("nota", "nota");
  return [
    eb("nota.cnpjEmitente", "=", cnpj),
    eb("nota.cnpjDestinatario", "=", cnpj),
    eb("nota.cnpjTomador", "=", cnpj),
    not(eb("nota.tipoNota", "in", literals(tiposWith("partes", "columns")))),
  ];
}

export type StoredCopy = { id: string; chave: string; xmlGzip: Buffer };

/** Stored copies of notas: first those that views show, then the oldest. */
export async function findStoredCopies(
  db: Db,
  contaId: string,
  chaves: readonly string[],
): Promise<StoredCopy[]> {
  const copies = db
    .selectFrom("documento as d")
    .where("d.contaId", "=", contaId)
    .where("d.chave", "=", anyOf(chaves))
    .where("d.natureza", "=", "nota")
    .select(["d.id", "d.chave", "d.mes"])
    .select(({ fn, exists, selectFrom }) =>
      fn
        .agg<number>("row_number")
        .over((over) =>
          over
            .partitionBy("d.chave")
            .orderBy(
              exists(
                selectFrom("nota as n")
                  .where("n.contaId", "=", contaId)
                  .whereRef("n.chave", "=", "d.chave")
                  .whereRef("n.documentoId", "=", "d.id"),
              ),
              "desc",
            )
            .orderBy("d.criadoEm")
            .orderBy("d.id"),
        )
        .as("vez"),
    );
  return await db
    .selectFrom(copies.as("d"))
    .innerJoin("documentoXml as x", (join) =>
      join.on("x.contaId", "=", contaId).onRef("x.documentoId", "=", "d.id").onRef("x.mes", "=", "d.mes"),
    )
    .where("d.vez", "<=", COPIES_MAX)
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
  const rows = await db
    .selectFrom("documento")
    .where("contaId", "=", contaId)
    .where("id", "=", anyOf(ids))
    .select(["id", "veredito", "achados"])
    .execute();
  return new Map(rows.map(({ id, ...julgado }) => [id, julgado]));
}

/** Moves views to another side of their documents. Their flags stay: they belong to the document. */
export async function moveNotas(
  db: Db,
  contaId: string,
  { views, now }: { views: readonly NotaView[]; now: Date },
): Promise<void> {
  if (views.length === 0) return;
  await db
    .updateTable("nota")
    .from(unnestObjects("v", views, { id: "uuid", papel: "text", terceiros: "bool", empresaId: "uuid" }))
    .set(({ ref }) => ({
      papel: ref("v.papel"),
      terceiros: ref("v.terceiros"),
      empresaId: ref("v.empresaId"),
      alteradoEm: now,
    }))
    .where("nota.contaId", "=", contaId)
    .whereRef("nota.id", "=", "v.id")
    .execute();
}

/** Copies to new views the SEFAZ status of the chave's other view: it belongs to the document. */
export async function shareSefaz(db: Db, contaId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("nota")
    .from("nota as o")
    .set(({ ref }) => ({
      sefazStatus: ref("o.sefazStatus"),
      sefazMotivo: ref("o.sefazMotivo"),
      sefazDigVal: ref("o.sefazDigVal"),
      // JSON as it is stored.
      sefazAlertas: sql<string>`${ref("o.sefazAlertas")}`,
      sefazPedidaEm: ref("o.sefazPedidaEm"),
      sefazPedidaPor: ref("o.sefazPedidaPor"),
      sefazConsultadaEm: ref("o.sefazConsultadaEm"),
      sefazFalhouEm: ref("o.sefazFalhouEm"),
    }))
    .where("nota.contaId", "=", contaId)
    .where("nota.id", "=", anyOf(ids))
    .where("o.contaId", "=", contaId)
    .whereRef("o.chave", "=", "nota.chave")
    .whereRef("o.id", "<>", "nota.id")
    .execute();
}
