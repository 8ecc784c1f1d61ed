import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { createDb, type Db } from "./kysely.ts";
import { RESTRICTED_ROLE } from "./pool.ts";
import type { Sender } from "./run-statement.ts";

/** A user restricted to some empresas. */
export type Restriction = { usuarioId: string; empresas: readonly string[] };

/** The scope of a transaction. restriction: null = a user who sees all of the conta. */
type Scope = { contaId: string; restriction: Restriction | null };

const current = new AsyncLocalStorage<{ open: boolean }>();

/** Refuses nested transactions. Measured: taking a second connection inside one deadlocks a full pool. */
async function alone<T>(work: (turn: { open: boolean }) => Promise<T>): Promise<T> {
  if (current.getStore()?.open) throw new Error("withConta inside withConta: pass the open transaction on");
  const turn = { open: true };
  try {
    return await current.run(turn, () => work(turn));
  } finally {
    turn.open = false;
  }
}

// The role is set with the conta in one round trip.
const SET_CONTA = "SELECT set_config('app.conta', $1, true)";
const SET_RESTRICTED = `SELECT set_config('role', '${RESTRICTED_ROLE}', true), set_config('app.conta', $1, true),
  set_config('app.empresas', $2, true), set_config('app.usuario', $3, true)`;

function writeScope({ contaId, restriction }: Scope): { text: string; values: string[] } {
  if (restriction === null) return { text: SET_CONTA, values: [contaId] };
  return {
    text: SET_RESTRICTED,
    values: [contaId, `{${restriction.empresas.join(",")}}`, restriction.usuarioId],
  };
}

/** Runs `fn` in one transaction that sees only the rows of its scope. */
export async function withConta<T>(pool: pg.Pool, scope: Scope, fn: (db: Db) => Promise<T>): Promise<T> {
  const { text, values } = writeScope(scope);
  return await alone(async (turn) => {
    const client = await pool.connect();
    let broken: Error | undefined;
    // A connection may die between two queries; without a listener the process would end.
    const onError = (error: Error) => {
      broken = error;
    };
    client.on("error", onError);
    try {
      await client.query("BEGIN");
      await client.query(text, values);
      const result = await fn(createDb(guard(client, turn)));
      await client.query("COMMIT");
      return result;
    } catch (error) {
      await client.query("ROLLBACK").catch((late: Error) => {
        broken ??= late;
      });
      throw error;
    } finally {
      client.off("error", onError);
      client.release(broken);
    }
  });
}

/** Refuses statements after the end of the transaction: the connection may serve another conta by then. */
function guard(client: pg.PoolClient, turn: { open: boolean }): Sender {
  return {
    query: async (statement) => {
      if (!turn.open) throw new Error("withConta: the transaction has ended; a query was not awaited");
      return await client.query(statement);
    },
  };
}
