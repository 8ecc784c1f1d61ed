// How fast the screens' queries run with 1 000 000 notas: lists, each filter alone, counts, panel, search.
// Over HTTP; the reference repeats the SQL of the same handler over a bare connection.
// `--notas N`: fewer; `--so TEXTO`: only queries whose name contains it.
import http from "node:http";
import { parseArgs } from "node:util";
import pg from "pg";
import type { Wire } from "../tests/setup/wire.ts";
import { createWire, signInNewUser } from "../tests/setup/wire.ts";
import { fillConta, recountRollups } from "./lista/fill-conta.ts";
import { measure, type Percentiles, recordSql, repeatSql, sendQuery } from "./lista/measure-query.ts";
import { type KnownNota, listScreenQueries } from "./lista/screen-queries.ts";
import { startHttp } from "./lista/start-http.ts";

const { values: options } = parseArgs({
  options: { notas: { type: "string", default: "1000000" }, so: { type: "string", default: "" } },
});
const NOTAS = Number(options.notas);
/** The measured conta has all of them; the others only fill the same tables and indexes. */
const SHARES = [1, 0.05, 0.05, 0.05];
const DAYS = 400;
const RUNS = 40;
/** Parallel requests, for the queries in COMMON_QUERIES. */
const PARALLEL = 10;
const COMMON_QUERIES = ["lista, 90 dias, não processados", "lista, sem filtro", "busca, nome de um"];

process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL;

const wire = await createWire();
const pool = new pg.Pool({ connectionString: wire.ownerUrl, max: PARALLEL });
// A connection may still be closing while its database is dropped.
pool.on("error", () => {});
const server = await startHttp(wire);
try {
  const { token, contaId } = await signInNewUser(wire);
  await fill(wire, contaId);
  pool.on("connect", (client) => {
    void client.query("SELECT set_config('app.conta', $1, false)", [contaId]);
  });
  const agent = new http.Agent({ keepAlive: true, maxSockets: PARALLEL });
  const queries = listScreenQueries(new Date(), await findKnownNota(wire, contaId));
  for (const query of queries.filter(({ nome }) => nome.includes(options.so))) {
    const statements = await recordSql(wire.ctx, token, query);
    const bare = (): Promise<void> => repeatSql(pool, statements);
    const ours = (): Promise<void> => sendQuery({ agent, port: server.port, token }, query);
    for (const parallel of COMMON_QUERIES.includes(query.nome) ? [1, PARALLEL] : [1]) {
      const reference = await measure(bare, { parallel, runs: RUNS * parallel });
      const nosso = await measure(ours, { parallel, runs: RUNS * parallel });
      report(parallel === 1 ? query.nome : `${query.nome}, ${parallel} por vez`, nosso, reference);
    }
  }
  agent.destroy();
} finally {
  await server.stop();
  await pool.end();
  await wire.dispose();
}
process.disconnect?.();

function report(nome: string, ours: Percentiles, reference: Percentiles): void {
  for (const which of ["p50", "p95"] as const) {
    process.send?.({
      medida: {
        nome: `${nome}, ${which}`,
        unidade: "ms",
        nosso: ours[which],
        referencia: { nome: "o mesmo SQL, direto", valor: reference[which] },
      },
    });
  }
}

async function fill(wire: Wire, contaId: string): Promise<void> {
  const started = performance.now();
  for (const [n, share] of SHARES.entries()) {
    const contaToFill = n === 0 ? contaId : (await wire.createConta()).contaId;
    await fillConta(wire, { contaId: contaToFill, notas: Math.floor(NOTAS * share), days: DAYS });
  }
  await recountRollups(wire);
  console.error(`${NOTAS} notas em ${Math.round((performance.now() - started) / 1000)} s`);
}

/** A document from the middle of the year, with its parties. */
async function findKnownNota({ asOwner }: Wire, contaId: string): Promise<KnownNota> {
  const [known] = await asOwner<KnownNota>(
    `SELECT chave, numero_nota AS numero, cnpj_emitente AS fornecedor, nome_emitente AS nome, cnpj_destinatario AS empresa, empresa_id AS "empresaId" FROM nota
     WHERE conta_id = $1 AND papel = 'E' AND NOT terceiros AND length(cnpj_emitente) = 14 AND data_emissao < now() - interval '150 days'
     ORDER BY data_emissao DESC LIMIT 1`,
    [contaId],
  );
  if (known === undefined) throw new Error("no document to look for");
  return known;
}
