import {
  type CompiledQuery,
  createQueryId,
  type DatabaseConnection,
  DefaultQueryExecutor,
  DummyDriver,
  type Expression,
  Kysely,
  type KyselyProps,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
  sql,
  Transaction,
} from "kysely";
import type { Tables } from "./generated/tables.ts";
import { toSnakeCase } from "./names.ts";
import { runStatement, type Sender, toObjects } from "./run-statement.ts";

/**
 * One open transaction of one conta: Kysely over the tables of prisma/schema.prisma, with camelCase
 * names. Row security shows it the rows of its conta only.
 */
export type Db = ContaTransaction;

class ContaTransaction extends Transaction<Tables> {
  readonly #sender: Sender;

  constructor(sender: Sender, props: KyselyProps) {
    super(props);
    this.#sender = sender;
  }

  get sender(): Sender {
    return this.#sender;
  }
}

/** The connection of a transaction, for text statements; a pool or connection is its own. */
export function senderOf(on: Db | Sender): Sender {
  return on instanceof ContaTransaction ? on.sender : on;
}

/** Writes names in snake_case. Cheaper than CamelCasePlugin, which copies each query. */
class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(toSnakeCase(identifier));
  }
}

/** Text and values of a statement that is written with the `sql` tag. */
export function compileSql(statement: RawBuilder<unknown>): { text: string; values: readonly unknown[] } {
  const compiled = new SnakeCaseCompiler().compileQuery(statement.toOperationNode(), createQueryId());
  return { text: compiled.sql, values: compiled.parameters };
}

const adapter = new PostgresAdapter();
const driver = new DummyDriver();
const dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createIntrospector: (db: Db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new SnakeCaseCompiler(),
};

/** Builds statements and sends none: it has no connection. */
export type StatementBuilder = Kysely<Tables>;
export const statementBuilder = new Kysely<Tables>({ dialect });

/** A {@link Db} over a connection whose transaction is begun and ended elsewhere. */
export function createDb(sender: Sender): Db {
  const connection = connectionOf(sender);
  const executor = new DefaultQueryExecutor(new SnakeCaseCompiler(), adapter, {
    provideConnection: (consumer) => consumer(connection),
  });
  return new ContaTransaction(sender, { config: { dialect }, dialect, driver, executor });
}

function connectionOf(sender: Sender): DatabaseConnection {
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const result = await runStatement(sender, sql, parameters);
      // Kysely wrote the text, so its columns are those of the query's type.
      const rows = toObjects(result) as R[];
      return result.affected === null ? { rows } : { rows, numAffectedRows: BigInt(result.affected) };
    },
    streamQuery() {
      throw new Error("no statement is streamed through Kysely");
    },
  };
}

/** An expression as text, for a statement as text. @throws Error when it has values */
export function sqlText(expression: Expression<unknown>): string {
  const { text, values } = compileSql(sql`${expression}`);
  if (values.length > 0) throw new Error(`the expression ${text} has values`);
  return text;
}
