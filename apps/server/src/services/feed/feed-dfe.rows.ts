import { sql } from "kysely";
import type { Db } from "../../db/index.ts";

/** A stored document at its number in a company's feed. */
export type FeedDfe = { nsu: number; xmlGzip: Buffer };
/** The same row; xmlGzip is null when the XML is missing. */
export type FoundDfe = { nsu: number; documentoId: string; xmlGzip: Buffer | null };

/** Owner of the feed that is read. */
export type FeedOwner = { contaId: string; empresaId: string };

/**
 * Feed rows f whose document the company may read today. Its view is the company's and not in quarantine; of
 * its own notas it receives eventos alone, as at SEFAZ. The document is not suspect, unless it is the
 * released one. An evento from SEFAZ is a fact, whatever its bytes are.
 */
function selectVisible(db: Db, { contaId, empresaId }: FeedOwner) {
  return db
    .selectFrom("feed as f")
    .innerJoin("nota as n", (join) =>
      join.onRef("n.contaId", "=", "f.contaId").onRef("n.id", "=", "f.notaId"),
    )
    .innerJoin("documento as d", (join) =>
      join.onRef("d.contaId", "=", "f.contaId").onRef("d.id", "=", "f.documentoId"),
    )
    .where(({ and }) => and({ "f.contaId": contaId, "f.empresaId": empresaId }))
    .where("n.quarentena", "=", false)
    .where("n.terceiros", "=", false)
    .whereRef("n.empresaId", "=", "f.empresaId")
    .where(({ eb, or }) => or([eb("f.tipo", "=", "evento"), eb("n.papel", "=", "E")]))
    .where(({ eb, or, exists, selectFrom }) => {
      const fromSefaz = selectFrom("evento as e")
        .whereRef("e.contaId", "=", "f.contaId")
        .whereRef("e.id", "=", "f.eventoId")
        .where("e.origem", "=", "sefaz");
      return or([
        eb("d.veredito", "not in", ["assinatura-invalida", "suspeita"]),
        eb("f.documentoId", "=", eb.ref("n.documentoId")),
        exists(fromSefaz),
      ]);
    });
}

/** Last number with a document for the company; 0: none. */
export async function findMaxNsu(db: Db, { contaId, empresaId }: FeedOwner): Promise<number> {
  const { nsu } = await db
    .selectFrom("feed")
    .where("contaId", "=", contaId)
    .where("empresaId", "=", empresaId)
    .where("documentoId", "is not", null)
    .select(({ fn }) => fn.max<number | null>("sequencia").as("nsu"))
    .executeTakeFirstOrThrow();
  return nsu ?? 0;
}

/**
 * Documents of a company's feed after one number and up to another, in order.
 * @param o bytesMax: unpacked bytes of the XMLs together, after
 * which the page ends; the first document is always returned
 * @returns cheio: there may be more before `ate`
 */
export async function findDfes(
  db: Db,
  owner: FeedOwner,
  o: { depois: number; ate: number; limite: number; bytesMax: number },
): Promise<{ dfes: FoundDfe[]; cheio: boolean }> {
  const page = selectVisible(db, owner)
    .where("f.documentoId", "is not", null)
    .where("f.sequencia", ">", o.depois)
    .where("f.sequencia", "<=", o.ate)
    .select(["f.sequencia", "d.id as documentoId", "d.mes", "d.tamanho"])
    .orderBy("f.sequencia")
    .limit(o.limite);
  const measured = db
    .selectFrom(page.as("p"))
    .select(["p.sequencia", "p.documentoId", "p.mes"])
    .select(({ fn, ref }) => [
      sql<number>`sum(${ref("p.tamanho")}) OVER (ORDER BY ${ref("p.sequencia")}) - ${ref("p.tamanho")}`.as(
        "antes",
      ),
      fn.countAll<number>().over().as("achadas"),
    ]);
  const rows = await db
    .selectFrom(measured.as("p"))
    .leftJoin("documentoXml as x", (join) =>
      join
        .on("x.contaId", "=", owner.contaId)
        .onRef("x.documentoId", "=", "p.documentoId")
        .onRef("x.mes", "=", "p.mes"),
    )
    .where("p.antes", "<", o.bytesMax)
    .select(["p.sequencia as nsu", "p.documentoId", "x.xmlGzip", "p.achadas"])
    .orderBy("p.sequencia")
    .execute();
  const achadas = rows[0]?.achadas ?? 0;
  return { dfes: rows, cheio: achadas === o.limite || rows.length < achadas };
}

/** The best copy of a document at its last number in the company's feed; null when it has none. */
export async function findDfeByChave(db: Db, owner: FeedOwner, chave: string): Promise<FeedDfe | null> {
  const found = await selectVisible(db, owner)
    .innerJoin("documentoXml as x", (join) =>
      join
        .onRef("x.contaId", "=", "f.contaId")
        .onRef("x.documentoId", "=", "d.id")
        .onRef("x.mes", "=", "d.mes"),
    )
    .where("n.chave", "=", chave)
    .whereRef("f.documentoId", "=", "n.documentoId")
    .select(["f.sequencia as nsu", "x.xmlGzip"])
    .orderBy("f.sequencia", "desc")
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}
