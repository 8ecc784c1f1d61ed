// How fast the screens' queries run with 1 000 000 notas: lists, each filter alone, counts, panel, search.
// Over HTTP; the reference repeats the SQL of the same handler over a bare connection.
// `--notas N`: fewer; `--so TEXTO`: only queries whose name contains it.
import http from "node:http";
import { parseArgs } from "node:util";
import pg from "pg";
import type { Wire } from "../tests/wire.ts";
import { createWire, enter } from "../tests/wire.ts";
import { fillConta, settle } from "./lista/acervo.ts";
import { ask, measure, recordSql, repeatSql, type Tempos } from "./lista/ensaio.ts";
import { type Conhecido, listPerguntas } from "./lista/perguntas.ts";
import { startHttp } from "./lista/servidor.ts";

const { values: opcoes } = parseArgs({
  options: { notas: { type: "string", default: "1000000" }, so: { type: "string", default: "" } },
});
const NOTAS = Number(opcoes.notas);
/** The measured conta has all of them; the others only fill the same tables and indexes. */
const PARTES = [1, 0.05, 0.05, 0.05];
const DIAS = 400;
const VEZES = 40;
/** Parallel requests, for the queries in COMUNS. */
const JUNTOS = 10;
const COMUNS = ["lista, 90 dias, não processados", "lista, sem filtro", "busca, nome de um"];

process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL;

const wire = await createWire();
const pool = new pg.Pool({ connectionString: wire.ownerUrl, max: JUNTOS });
// A connection may still be closing while its database is dropped.
pool.on("error", () => {});
const server = await startHttp(wire);
try {
  const { token, contaId } = await enter(wire);
  await fill(wire, contaId);
  pool.on("connect", (client) => {
    void client.query("SELECT set_config('app.conta', $1, false)", [contaId]);
  });
  const agent = new http.Agent({ keepAlive: true, maxSockets: JUNTOS });
  const perguntas = listPerguntas(new Date(), await findConhecido(wire, contaId));
  for (const pergunta of perguntas.filter(({ nome }) => nome.includes(opcoes.so))) {
    const statements = await recordSql(wire.ctx, token, pergunta);
    const bare = (): Promise<void> => repeatSql(pool, statements);
    const ours = (): Promise<void> => ask({ agent, port: server.port, token }, pergunta);
    for (const juntos of COMUNS.includes(pergunta.nome) ? [1, JUNTOS] : [1]) {
      const reference = await measure(bare, { juntos, vezes: VEZES * juntos });
      const nosso = await measure(ours, { juntos, vezes: VEZES * juntos });
      report(juntos === 1 ? pergunta.nome : `${pergunta.nome}, ${juntos} por vez`, nosso, reference);
    }
  }
  agent.destroy();
} finally {
  await server.stop();
  await pool.end();
  await wire.dispose();
}
process.disconnect?.();

function report(nome: string, ours: Tempos, reference: Tempos): void {
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
  for (const [n, parte] of PARTES.entries()) {
    const conta = n === 0 ? contaId : (await wire.createConta()).contaId;
    await fillConta(wire, { contaId: conta, notas: Math.floor(NOTAS * parte), dias: DIAS });
  }
  await settle(wire);
  console.error(`${NOTAS} notas em ${Math.round((performance.now() - started) / 1000)} s`);
}

/** A document from the middle of the year, with its parties. */
async function findConhecido({ asOwner }: Wire, contaId: string): Promise<Conhecido> {
  const [known] = await asOwner<Conhecido>(
    `SELECT chave, numero_nota AS numero, cnpj_emitente AS fornecedor, nome_emitente AS nome, cnpj_destinatario AS empresa, empresa_id AS "empresaId" FROM nota
     WHERE conta_id = $1 AND papel = 'E' AND NOT terceiros AND length(cnpj_emitente) = 14 AND data_emissao < now() - interval '150 days'
     ORDER BY data_emissao DESC LIMIT 1`,
    [contaId],
  );
  if (known === undefined) throw new Error("no document to look for");
  return known;
}
