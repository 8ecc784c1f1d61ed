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

const known: (() => CompiledQuery)[] = [];

/** The texts of all statements declared so far: a test has PostgreSQL parse each. */
export function fixedTexts(): string[] {
  return known.map((compile) => compile().sql);
}

/** What a builder ends in, the `sql` tag included. */
type Compilable<O> = { compile(db: StatementBuilder): CompiledQuery<O> };

/**
 * Declares a statement by its values and how it is built from their placeholders:
 * `fixedStatement<{ id: string }>()((db, { id }) => db.selectFrom("nota").where("id", "=", id))`.
 * A builder sees no value: `value === null` is never true in it, and what depends on a value is two
 * statements. {@link mapValue} makes one value of another.
 */
export function fixedStatement<V extends object>() {
  type Build<O> = (db: StatementBuilder, placeholders: Placeholders<V>) => Compilable<O>;
  return <O>(build: Build<O>): FixedStatement<V, O> => {
    let compiled: CompiledQuery<O> | undefined;
    const compile = (): CompiledQuery<O> => {
      compiled ??= build(statementBuilder, placeholdersOf<V>()).compile(statementBuilder);
      return compiled;
    };
    known.push(compile);
    const run = async (db: Db, values: V): Promise<StatementResult> => {
      const { sql, parameters } = compile();
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
