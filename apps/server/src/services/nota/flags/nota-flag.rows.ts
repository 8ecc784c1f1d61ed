import { sql } from "kysely";
import { anyOf, type Db, unnestObjects } from "../../../db/index.ts";

/** The three flags that users and ERPs set on a document (spec §4). */
export type Flag = "processadoErp" | "recebido" | "conferido";

const FLAG_COLUMNS = {
  processadoErp: { em: "processadoEm", por: "processadoPor" },
  recebido: { em: "recebidoEm", por: "recebidoPor" },
  conferido: { em: "conferidoEm", por: "conferidoPor" },
} as const satisfies Record<Flag, { em: string; por: string }>;

/** A flag to set or clear. A set flag has a user and a time; clearing it clears both. */
export type NewFlag = { ids: readonly string[]; flag: Flag; valor: boolean; by: string; now: Date };

/** @returns changed documents only: none equal, quarantined or unknown. isPublic: the feed must publish it */
export async function updateFlags(
  db: Db,
  contaId: string,
  { ids, flag, valor, by, now }: NewFlag,
): Promise<{ id: string; isPublic: boolean }[]> {
  const columns = FLAG_COLUMNS[flag];
  return await db
    .updateTable("nota")
    .where("contaId", "=", contaId)
    .where("id", "=", anyOf(ids))
    .where(({ eb, not, and }) => and([not("quarentena"), eb(flag, "<>", valor)]))
    .set(flag, valor)
    .set(columns.em, valor ? now : null)
    .set(columns.por, valor ? by : null)
    .set({ alteradoEm: now })
    .returning(["id", ({ not }) => not("terceiros").as("isPublic")])
    .execute();
}

/** Who set a flag, and when; both null for a flag that is not set. */
export type FlagAuthor = { em: Date | null; por: string | null };

/** A document with the current state of one flag. */
export type FlagState = FlagAuthor & { id: string; chave: string; quarentena: boolean; valor: boolean };

/** The current state of a flag of some documents. */
export async function findFlagStates(
  db: Db,
  contaId: string,
  { flag, ids }: { flag: Flag; ids: readonly string[] },
): Promise<FlagState[]> {
  const columns = FLAG_COLUMNS[flag];
  return await db
    .selectFrom("nota")
    .where("contaId", "=", contaId)
    .where("id", "=", anyOf(ids))
    .select(["id", "chave", "quarentena"])
    .select(({ ref }) => [ref(flag).as("valor"), ref(columns.em).as("em"), ref(columns.por).as("por")])
    .execute();
}

/** Gives flags that are set their earlier author and time. */
export async function restoreFlagAuthors(
  db: Db,
  contaId: string,
  { flag, authors }: { flag: Flag; authors: readonly (FlagAuthor & { id: string })[] },
): Promise<void> {
  if (authors.length === 0) return;
  const columns = FLAG_COLUMNS[flag];
  await db
    .updateTable("nota")
    .from(unnestObjects("a", authors, { id: "uuid", em: "timestamptz", por: "text" }))
    .where("nota.contaId", "=", contaId)
    .whereRef("nota.id", "=", "a.id")
    .where(`nota.${flag}`, "=", true)
    .set(columns.em, sql<Date | null>`a.em`)
    .set(columns.por, sql<string | null>`a.por`)
    .execute();
}
