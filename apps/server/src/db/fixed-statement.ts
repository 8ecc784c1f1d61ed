import type { CompiledQuery } from "kysely";
import { type Db, type StatementBuilder, senderOf, statementBuilder } from "./kysely.ts";
import { Placeholder, type Placeholders, placeholdersOf } from "./placeholder.ts";
import { runStatement, type StatementResult, toObjects } from "./run-statement.ts";

/**
 * A statement of one text whatever its values. Kysely builds and compiles it once, at its first run: an
 * e-mail runs twenty statements, and building them anew took a tenth of its CPU time.
 */
export type FixedStatement<V, O> = {
  rows(db: Db, values: V): Promise<O[]>;
  /** The first row; null without one. */
  first(db: Db, values: V): Promise<O | null>;
  /** @returns the number of rows it changed */
  change(db: Db, values: V): Promise<number>;
};

/** What a builder ends in, the `sql` tag included. */
type Compilable<O> = { compile(db: StatementBuilder): CompiledQuery<O> };

/**
 * Declares a statement by its values and how it is built from their placeholders:
 * `fixedStatement<{ id: string }>()((db, { id }) => db.selectFrom("nota").where("id", "=", id))`.
 * A builder sees no value, so it cannot decide by one: what depends on values is two statements.
 */
export function fixedStatement<V extends object>() {
  type Build<O> = (db: StatementBuilder, placeholders: Placeholders<V>) => Compilable<O>;
  return <O>(build: Build<O>): FixedStatement<V, O> => {
    let compiled: CompiledQuery<O> | undefined;
    const run = async (db: Db, values: V): Promise<StatementResult> => {
      compiled ??= build(statementBuilder, placeholdersOf<V>()).compile(statementBuilder);
      const { sql, parameters } = compiled;
      const sent = parameters.map((each) => (each instanceof Placeholder ? each.read(values) : each));
      return await runStatement(senderOf(db), sql, sent);
    };
    // Kysely wrote the text, so its columns are those of the statement's type.
    const rows = async (db: Db, values: V): Promise<O[]> => toObjects(await run(db, values)) as O[];
    return {
      rows,
      first: async (db, values) => (await rows(db, values))[0] ?? null,
      change: async (db, values) => (await run(db, values)).affected ?? 0,
    };
  };
}
