import { zoneOfUf } from "@malote/syntax";
import { type Expression, type RawBuilder, sql } from "kysely";
import { anyOf, type Db } from "../../db/index.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import { lockEmpresas } from "../empresa/empresa-lock.rows.ts";
import { publish } from "../publication/publish.rows.ts";

/** Chaves whose issue day is not of the conta's zone, in order. ate: the last examined; null = the end. */
export type IssueDayPage = { chaves: string[]; ate: string | null };

/** Examines the next `window` views after a chave. */
export async function findIssueDayPage(
  db: Db,
  contaId: string,
  { after, window }: { after: string; window: number },
): Promise<IssueDayPage> {
  const { uf } = await lockEmpresas(db, contaId);
  const next = db
    .selectFrom("nota")
    .where("contaId", "=", contaId)
    .where("chave", ">", after)
    .select("chave")
    .orderBy("chave")
    .limit(window);
  const end = await db
    .selectFrom(next.as("next"))
    .select(({ fn }) => fn.max<string | null>("chave").as("ate"))
    .executeTakeFirstOrThrow();
  if (end.ate === null) return { chaves: [], ate: null };
  const rows = await db
    .selectFrom("nota")
    .where("contaId", "=", contaId)
    .where("chave", ">", after)
    .where("chave", "<=", end.ate)
    .where(({ eb, ref }) => eb("diaEmissao", "<>", dayIn(ref("dataEmissao"), uf)))
    .select("chave")
    .distinct()
    .orderBy("chave")
    .execute();
  return { chaves: rows.map(({ chave }) => chave), ate: end.ate };
}

/** The day of an instant in the zone of a UF. */
function dayIn(instant: Expression<Date>, uf: string): RawBuilder<string> {
  return sql`(${instant} AT TIME ZONE ${zoneOfUf(uf)})::date`;
}

/**
 * Sets the issue days of some chaves to the conta's current zone, and recounts the notas on those days. The
 * feed publishes nothing.
 */
export async function updateIssueDays(
  db: Db,
  contaId: string,
  { chaves, now }: { chaves: readonly string[]; now: Date },
): Promise<void> {
  // Lock order of ingestion: chaves, then empresas, then rows.
  await lockChaves(db, contaId, chaves);
  const { uf } = await lockEmpresas(db, contaId);
  const moved = db
    .selectFrom("nota")
    .where("contaId", "=", contaId)
    .where("chave", "=", anyOf(chaves))
    .where(({ eb, ref }) => eb("diaEmissao", "<>", dayIn(ref("dataEmissao"), uf)))
    .select("id")
    .orderBy("id")
    .forUpdate();
  const rows = await db
    .updateTable("nota")
    .where("contaId", "=", contaId)
    .where("id", "in", moved)
    .set(({ ref }) => ({ diaEmissao: dayIn(ref("dataEmissao"), uf) }))
    .returning("id")
    .execute();
  await publish(db, contaId, { agora: now, feed: [], mudas: rows.map(({ id }) => id) });
}
