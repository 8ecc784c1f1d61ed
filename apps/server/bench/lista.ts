// How fast a page of documents comes: getListNota over HTTP with 100 000 notas, beside the bare SQL of the same page.
import { spawn } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import type { ParamsOf } from "@malote/contract";
import pg from "pg";
import type { Lista } from "../src/services/nota/nota.rows.ts";
import { writeCount, writePagina } from "../src/services/nota/nota.rows.ts";
import type { Wire } from "../tests/wire.ts";
import { createWire, enter } from "../tests/wire.ts";
import { insertNotas, inventNota } from "../tests/wire-notas.ts";

const NOTAS = 100_000;
const LOTE = 5_000;
const DIA_MS = 86_400_000;
const AQUECE = 40;
const VEZES = 300;
const PAGE_SIZE = 20;

type Params = ParamsOf<"Nota.getListNota">;
type Pergunta = { nome: string; params: Params; lista: Lista; offset: number };
type Tempos = { p50: number; p95: number };

process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL;

const wire = await createWire();
const pool = new pg.Pool({ connectionString: wire.config.databaseUrl, max: 10 });
// A connection may still be closing when its database is dropped.
pool.on("error", () => {});
const server = await startHttp(wire);
try {
  const { token, contaId } = await enter(wire);
  await fill(wire, contaId);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 10 });
  for (const pergunta of listPerguntas()) {
    const ours = (): Promise<void> => callHttp({ agent, port: server.port, token }, pergunta.params);
    const bare = (): Promise<void> => runSql(contaId, pergunta);
    for (const juntos of [1, 10]) {
      await measure(bare, juntos, AQUECE);
      const reference = await measure(bare, juntos, VEZES);
      await measure(ours, juntos, AQUECE);
      report(pergunta.nome, juntos, await measure(ours, juntos, VEZES), reference);
    }
  }
  agent.destroy();
} finally {
  await server.stop();
  await pool.end();
  await wire.dispose();
}
process.disconnect?.();

function listPerguntas(): Pergunta[] {
  const emissaoDe = new Date(Date.now() - 90 * DIA_MS).toISOString().slice(0, 10);
  const zona = "America/Sao_Paulo";
  const make = (
    nome: string,
    o: { filtro: Omit<Lista["filtro"], "alteradaDesde">; page: number },
  ): Pergunta => ({
    nome,
    params: {
      entradaSaida: "E",
      searchFilter: o.filtro,
      listSearchOrder: "emissaoDesc",
      currentPage: o.page,
      pageSize: PAGE_SIZE,
    },
    lista: { papel: "E", filtro: o.filtro, ordem: "emissaoDesc", zona, nomes: new Map() },
    offset: (o.page - 1) * PAGE_SIZE,
  });
  return [
    make("90 dias, não processados, página 1", { filtro: { emissaoDe, processadoErp: false }, page: 1 }),
    make("sem filtro, página 1", { filtro: {}, page: 1 }),
    make("sem filtro, página 400", { filtro: {}, page: 400 }),
  ];
}

/** Milliseconds of each of `times` runs, `juntos` at once. */
async function measure(work: () => Promise<void>, juntos: number, times: number): Promise<Tempos> {
  const took: number[] = [];
  let left = times;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const started = performance.now();
      await work();
      took.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: juntos }, lane));
  took.sort((a, b) => a - b);
  const at = (share: number): number => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

function report(nome: string, juntos: number, ours: Tempos, reference: Tempos): void {
  for (const which of ["p50", "p95"] as const) {
    process.send?.({
      medida: {
        nome: `getListNota, ${nome}, ${juntos} por vez, ${which}`,
        unidade: "ms",
        nosso: ours[which],
        referencia: { nome: "o mesmo SQL (página e total), direto", valor: reference[which] },
      },
    });
  }
}

async function runSql(contaId: string, { lista, offset }: Pergunta): Promise<void> {
  const page = writePagina(contaId, lista, { limit: PAGE_SIZE, offset });
  const count = writeCount(contaId, lista);
  const { rowCount } = await pool.query(page.text, page.values);
  await pool.query(count.text, count.values);
  if (rowCount !== PAGE_SIZE) throw new Error(`${rowCount} rows in a page`);
}

type Client = { agent: http.Agent; port: number; token: string };

async function callHttp({ agent, port, token }: Client, params: Params): Promise<void> {
  const body = JSON.stringify({ id: 1, method: "Nota.getListNota", params, authToken: token });
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const text = await new Promise<string>((resolve, reject) => {
    const request = http.request({ agent, port, path: "/Services/", method: "POST", headers }, (response) => {
      let answer = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        answer += chunk;
      });
      response.on("end", () => resolve(answer));
    });
    request.on("error", reject);
    request.end(body);
  });
  const { result } = JSON.parse(text) as { result: { results: unknown[] } | null };
  if (result?.results.length !== PAGE_SIZE) throw new Error(text.slice(0, 300));
}

/** One conta of 100 000 received notas over a year, nine in ten processed, and as many issued in a neighbour's. */
async function fill({ asOwner, createConta }: Wire, contaId: string): Promise<void> {
  const { contaId: vizinha } = await createConta();
  for (const [conta, total] of [
    [contaId, NOTAS],
    [vizinha, NOTAS / 4],
  ] as const) {
    for (let done = 0; done < total; done += LOTE) {
      const notas = Array.from({ length: LOTE }, (_, n) => inventAt(done + n));
      await insertNotas({ asOwner }, conta, notas);
    }
  }
  await asOwner("VACUUM ANALYZE");
}

function inventAt(n: number): ReturnType<typeof inventNota> {
  const emissao = new Date(Date.now() - ((n * 7919) % (365 * 24)) * 3_600_000).toISOString();
  return inventNota({
    emissao,
    criadoEm: emissao,
    alteradoEm: emissao,
    processado: n % 10 !== 0,
    terceiros: n % 50 === 0,
    sefazStatus: n % 200 === 0 ? "101" : "100",
    emitente: `Fornecedor ${n % 3000}`,
  });
}

async function startHttp({ config }: Wire): Promise<{ port: number; stop(): Promise<void> }> {
  const probe = net.createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, "close");
  const child = spawn(
    process.execPath,
    ["--import", "tsx", path.resolve(import.meta.dirname, "../src/http.ts")],
    {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: {
        ...process.env,
        NODE_ENV: "",
        DATABASE_URL: config.databaseUrl,
        DATA_DIR: config.dataDir,
        MALOTE_KEY: config.chave.toString("base64"),
        PORT: String(port),
        SANDBOX: "0",
        LOG_LEVEL: "warn",
      },
    },
  );
  await once(child, "message");
  return {
    port,
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
