import { column, type Db, expressionsOf, literals, unnestRows } from "../../db/index.ts";

const { fn } = expressionsOf("anexo", "a");

/** The counts of an e-mail, from its parts `a`; the body (caminho 0) is not a part. */
export const PART_COUNTS = [
  fn.countAll<number>().filterWhere("a.caminho", "<>", "0").as("partes"),
  fn.count<number>("a.documentoId").as("extraidos"),
  fn
    .countAll<number>()
    .filterWhere("a.destino", "in", literals(["quarentena", "erro"]))
    .as("problemas"),
] as const;

/** E-mails whose counts were checked, in the order of their ids. */
export type CheckedCounts = { last: string | null; wrong: string[] };

/**
 * Compares the counts of some e-mails with their parts and corrects the differences.
 * Skips e-mails being read: their counts are written last.
 * @returns the last e-mail checked, null at the end; and those that were wrong
 */
export async function mendCounts(
  db: Db,
  contaId: string,
  { after, limite }: { after: string; limite: number },
): Promise<CheckedCounts> {
  const seen = await db
    .selectFrom("email")
    .where("contaId", "=", contaId)
    .where("id", ">", after)
    .select("id")
    .orderBy("id")
    .limit(limite)
    .execute();
  const ids = seen.map(({ id }) => id);
  if (ids.length === 0) return { last: null, wrong: [] };
  const mended = await db
    .updateTable("email as e")
    .from(countParts(db, contaId, ids).as("l"))
    .set(({ ref }) => ({
      partes: ref("l.partes"),
      extraidos: ref("l.extraidos"),
      problemas: ref("l.problemas"),
    }))
    .where("e.contaId", "=", contaId)
    .whereRef("e.id", "=", "l.id")
    .where("e.estado", "<>", "em-leitura")
    .where(({ or, eb, ref }) =>
      or([
        eb("e.partes", "<>", ref("l.partes")),
        eb("e.extraidos", "<>", ref("l.extraidos")),
        eb("e.problemas", "<>", ref("l.problemas")),
      ]),
    )
    .returning("e.id")
    .execute();
  return { last: ids.at(-1) ?? null, wrong: mended.map(({ id }) => id) };
}

/** The counts of e-mails that their parts give. */
export function countParts(db: Db, contaId: string, ids: readonly string[]) {
  return db
    .selectFrom(unnestRows("i", { id: column("uuid", ids) }))
    .leftJoin("anexo as a", (join) => join.on("a.contaId", "=", contaId).onRef("a.emailId", "=", "i.id"))
    .groupBy("i.id")
    .select("i.id")
    .select(PART_COUNTS);
}
