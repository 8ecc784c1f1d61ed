import { sql } from "kysely";
import { anyOf, type Db, expressionsOf } from "../../db/index.ts";
import type { Caller } from "../handler.ts";
import type { Condition } from "../list/list.rows.ts";
import { PART_COUNTS } from "./email-counts.rows.ts";

type Viewer = Pick<Caller, "contaId" | "empresas">;

/** The counts of a partly visible e-mail: of its visible parts. */
export type PartCounts = { partes: number; extraidos: number; problemas: number };

const e = expressionsOf("email", "e");

/**
 * Condition for a restricted user: all parts of this e-mail (e) are visible. False while it is
 * being read or when reading had to stop: it may still bring invisible parts, as may an unreadable
 * part.
 */
export function isFullyVisible(): Condition {
  // A view, which schema.prisma does not list.
  const hidden = sql`SELECT FROM restrito_parte p
    WHERE p.conta_id = ${e.ref("e.contaId")} AND p.email_id = ${e.ref("e.id")} AND NOT p.visivel`;
  return e.and([e("e.estado", "=", "lido"), sql<boolean>`NOT EXISTS (${hidden})`]);
}

/**
 * The e-mails that are only partly visible to the caller, who gets the visible parts but neither body
 * nor original. Row security hides the other parts; body, summary and counts are columns of the row
 * itself.
 */
export async function findPartlyVisible(
  db: Db,
  { contaId, empresas }: Viewer,
  emailIds: readonly string[],
): Promise<Map<string, PartCounts>> {
  if (empresas === null || emailIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("email as e")
    .leftJoin("anexo as a", (join) =>
      join.onRef("a.contaId", "=", "e.contaId").onRef("a.emailId", "=", "e.id"),
    )
    .where("e.contaId", "=", contaId)
    .where("e.id", "=", anyOf(emailIds))
    .where(({ not }) => not(isFullyVisible()))
    .groupBy("e.id")
    .select("e.id")
    .select(PART_COUNTS)
    .execute();
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}
