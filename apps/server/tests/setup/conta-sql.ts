import type { Db, SqlValue } from "../../src/db/index.ts";
import { senderOf } from "../../src/db/index.ts";

/** The rows of a statement in a conta's transaction, with the database's names and the test's type. */
export async function queryInConta<T>(db: Db, text: string, values: readonly SqlValue[] = []): Promise<T[]> {
  return (await senderOf(db).query({ text, values: [...values] })).rows as T[];
}
