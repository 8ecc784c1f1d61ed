import type http from "node:http";
import { request } from "node:http";
import type pg from "pg";
import type { AppContext } from "../../src/app-context.ts";
import { createDb, type Db, senderOf } from "../../src/db/index.ts";
import { findCaller } from "../../src/rpc/find-caller.ts";
import { runHandler } from "../../src/rpc/handlers.ts";
import type { PublicContext, SignedInContext } from "../../src/services/handler.ts";
import type { ScreenQuery } from "./screen-queries.ts";

export type Percentiles = { p50: number; p95: number };

/** Milliseconds of `runs` runs, `parallel` at once, after a warm-up. */
export async function measure(
  work: () => Promise<void>,
  o: { parallel: number; runs: number },
): Promise<Percentiles> {
  for (let n = 0; n < Math.ceil(o.runs / 5); n += 1) await work();
  const took: number[] = [];
  let left = o.runs;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const started = performance.now();
      await work();
      took.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: o.parallel }, lane));
  took.sort((a, b) => a - b);
  const at = (share: number): number => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

type Statement = { text: string; values: unknown[] };

/** Records the statements that the handler of a query sends; the reference repeats them. */
export async function recordSql(
  ctx: AppContext,
  token: string,
  { method, params }: ScreenQuery,
): Promise<Statement[]> {
  const sent: Statement[] = [];
  const record = (db: Db): Db =>
    createDb({
      query: async (statement) => {
        sent.push({ text: statement.text, values: statement.values });
        return await senderOf(db).query(statement);
      },
    });
  const database: AppContext["database"] = {
    ...ctx.database,
    withConta: (contaId, fn) => ctx.database.withConta(contaId, (db) => fn(record(db))),
  };
  const visit = {
    requestId: "",
    ip: "127.0.0.1",
    isPost: true,
    userAgent: null,
    fileToken: null,
    setFileToken: () => {},
  };
  const open: PublicContext = { ...ctx, visit };
  const caller = await findCaller(open, token);
  if (caller === null) throw new Error("no session");
  const signedIn: SignedInContext = { ...open, database, caller };
  await runHandler(method, signedIn, params);
  return sent;
}

/** Sends the same statements over a bare connection, without row security. */
export async function repeatSql(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect();
  try {
    for (const { text, values } of statements) await client.query(text, values);
  } finally {
    client.release();
  }
}

export type Client = { agent: http.Agent; port: number; token: string };

/** Calls the server; a refusal is an error. */
export async function sendQuery(
  { agent, port, token }: Client,
  { method, params }: ScreenQuery,
): Promise<void> {
  const body = JSON.stringify({ id: 1, method, params, authToken: token });
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const text = await new Promise<string>((resolve, reject) => {
    const outgoing = request({ agent, port, path: "/Services/", method: "POST", headers }, (response) => {
      let answer = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        answer += chunk;
      });
      response.on("end", () => resolve(answer));
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
  const { result } = JSON.parse(text) as { result: { sucesso: boolean } | null };
  if (result?.sucesso !== true) throw new Error(`${method}: ${text.slice(0, 300)}`);
}
