import { createRandom } from "./acaso.ts";
import { openBanco } from "./matar-banco.ts";
import { emptyFila, emptyRedis, type Golpe, hireOperario, type Operario } from "./matar-golpes.ts";
import { createRoad, type Road } from "./road.ts";

/**
 * Maximum time for all work after the last fault. Shorter than the test's own limit, so that the
 * test reports what is missing.
 */
const END_MS = 480_000;
/** Maximum time from a fault until work resumes. */
const RESUME_MS = 60_000;
/** A fault happens between 0 and this time after the work begins: from the poll to the last commit. */
const GOLPE_MAX_MS = 900;

/**
 * The result: messages and documents sent, the longest time until work resumed, and violations
 * (none when all is well).
 */
export type Balanco = {
  mensagens: number;
  documentos: number;
  golpes: number;
  retomadaMs: number;
  errado: string[];
};

/** The kind and number of faults, the messages before each, and the seed of the fault times. */
export type Prova = { golpe: Golpe; golpes: number; mensagensPorGolpe: number; semente: number };

type Obra = { road: Road; operario: Operario; redisUrl: string; restart(): Promise<void> };

/**
 * Injects `golpes` faults, each while a new batch of messages is ingested; then compares the
 * database with what was sent.
 */
export async function strikeCasa(prova: Prova): Promise<Balanco> {
  if (prova.golpe !== "banco")
    return await strikeOn(prova, () => Promise.reject(new Error("this run has no server of its own")));
  const banco = await openBanco();
  const before = process.env.TEST_DATABASE_URL;
  process.env.TEST_DATABASE_URL = banco.url;
  try {
    return await strikeOn(prova, banco.restart);
  } finally {
    process.env.TEST_DATABASE_URL = before;
    await banco.close();
  }
}

async function strikeOn(prova: Prova, restart: () => Promise<void>): Promise<Balanco> {
  const redisUrl = prova.golpe === "redis" ? (process.env.TEST_REDIS_URL ?? "") : "";
  const road = await createRoad();
  const operario = await hireOperario(road, redisUrl);
  try {
    const obra = { road, operario, redisUrl, restart };
    await waitForVoltas(road);
    const { chaves, retomadaMs } = await strikeAll(prova, obra);
    const mensagens = prova.golpes * prova.mensagensPorGolpe;
    await waitForEnd(road, { mensagens, documentos: chaves.length });
    const errado = await findWrongs(road, chaves);
    if (retomadaMs >= RESUME_MS) errado.push(`after a blow nothing was done for ${retomadaMs} ms`);
    return { mensagens, documentos: chaves.length, golpes: prova.golpes, retomadaMs, errado };
  } finally {
    await operario.stop();
    await road.dispose();
  }
}

/**
 * Waits until the first distribution syncs end. SEFAZ answers 656 when a request whose answer was
 * lost is repeated, and blocks for an hour (ADR 0021): nothing is lost, but no run ends within that
 * hour.
 */
async function waitForVoltas(road: Road): Promise<void> {
  for (const until = Date.now() + RESUME_MS; Date.now() < until; await sleep(50)) {
    const [row] = await ask<{ abertas: number }>(
      road,
      "SELECT count(*)::int AS abertas FROM tarefa WHERE tipo = 'distribuicao' AND (estado <> 'pendente' OR vence_em <= now())",
    );
    if (row?.abertas === 0) return;
  }
}

async function strikeAll(prova: Prova, obra: Obra): Promise<{ chaves: string[]; retomadaMs: number }> {
  const { road } = obra;
  const random = createRandom(prova.semente);
  const chaves: string[] = [];
  let retomadaMs = 0;
  for (let n = 0; n < prova.golpes; n++) {
    chaves.push(...(await putMensagens(road, prova.mensagensPorGolpe)));
    await road.asOwner(
      "UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE tipo = 'poll' AND estado = 'pendente'",
    );
    await sleep(random() * GOLPE_MAX_MS);
    const before = await countDone(road);
    const struck = performance.now();
    await strike(prova.golpe, obra);
    await waitForMore(road, before);
    retomadaMs = Math.max(retomadaMs, Math.round(performance.now() - struck));
  }
  return { chaves, retomadaMs };
}

async function strike(golpe: Golpe, { road, operario, redisUrl, restart }: Obra): Promise<void> {
  if (golpe === "fila") await emptyFila(road);
  else if (golpe === "redis") await emptyRedis(redisUrl);
  else if (golpe === "banco") await restart();
  else {
    await operario.kill();
    await operario.startAgain();
  }
}

/** Tarefas that ended, and those that are still due. */
type Feito = { feitas: number; abertas: number };

async function countDone(road: Road): Promise<Feito> {
  const [row] = await ask<Feito>(
    road,
    `SELECT count(*) FILTER (WHERE estado = 'feita')::int AS feitas,
       count(*) FILTER (WHERE estado IN ('pendente', 'entregue') AND (tipo = 'ingest' OR vence_em <= now()))::int AS abertas FROM tarefa`,
  );
  return row ?? { feitas: 0, abertas: 0 };
}

async function waitForMore(road: Road, before: Feito): Promise<void> {
  for (const until = Date.now() + RESUME_MS; Date.now() < until; await sleep(50)) {
    const { feitas, abertas } = await countDone(road);
    if (feitas > before.feitas || abertas === 0) return;
  }
}

/** One in five messages carries three documents in a ZIP, the others one XML. */
async function putMensagens({ sandbox }: Road, quantas: number): Promise<string[]> {
  const chaves: string[] = [];
  for (let n = 0; n < quantas; n++) {
    const nome = n % 5 === 4 ? "zip-com-tres-notas" : "nota-autorizada";
    chaves.push(...(await sandbox.playCenario(nome)).chaves);
  }
  return chaves;
}

async function waitForEnd(road: Road, expected: { mensagens: number; documentos: number }): Promise<void> {
  const until = Date.now() + END_MS;
  while (Date.now() < until) {
    const [row] = await ask<{ lidos: number; notas: number; abertas: number }>(
      road,
      `SELECT (SELECT count(*)::int FROM email WHERE estado <> 'em-leitura') lidos, (SELECT count(*)::int FROM nota WHERE sefaz_status IS NOT NULL) notas,
         (SELECT count(*)::int FROM tarefa WHERE tipo = 'ingest' AND estado IN ('pendente', 'entregue')) abertas`,
    );
    if (row && row.lidos >= expected.mensagens && row.notas >= expected.documentos && row.abertas === 0)
      return;
    await sleep(200);
  }
}

/** Repeats a query until it succeeds: the database may be the part with the fault. */
async function ask<T extends object>(road: Road, text: string): Promise<T[]> {
  for (let n = 0; ; n += 1) {
    try {
      return await road.asOwner<T & Record<string, unknown>>(text);
    } catch (error) {
      if (n >= 100) throw error;
      await sleep(100);
    }
  }
}

/** Invariants after any number of faults, each with the message for its violation. */
const WRONGS: readonly { what: string; sql: string }[] = [
  {
    what: "an e-mail was not read to its end, or not well",
    sql: "SELECT id FROM email WHERE estado <> 'lido'",
  },
  {
    what: "a message stands twice",
    sql: "SELECT sha256 FROM email GROUP BY sha256 HAVING count(*) > 1",
  },
  {
    what: "a document stands twice",
    sql: "SELECT chave FROM nota GROUP BY chave, papel HAVING count(*) > 1",
  },
  {
    what: "an e-mail's parts and fates do not add up",
    sql: `SELECT id FROM email e WHERE (partes, extraidos, problemas) <> (SELECT count(*) FILTER (WHERE caminho <> '0')::int,
            count(documento_id)::int, count(*) FILTER (WHERE destino IN ('quarentena', 'erro'))::int FROM anexo a WHERE a.email_id = e.id)`,
  },
  {
    what: "a document is called a copy although it was the first",
    sql: "SELECT id FROM anexo WHERE motivo = 'mesmo-arquivo'",
  },
  {
    what: "a document's bytes are missing or doubled",
    sql: "SELECT d.id FROM documento d WHERE (SELECT count(*) FROM documento_xml x WHERE x.documento_id = d.id) <> 1",
  },
  {
    what: "the feed has a gap",
    sql: "SELECT conta_id FROM feed GROUP BY conta_id HAVING count(*) <> max(sequencia) OR min(sequencia) <> 1",
  },
  {
    what: "a nota entered the feed other than once",
    sql: "SELECT nota_id FROM feed WHERE tipo = 'nota' GROUP BY nota_id HAVING count(*) <> 1",
  },
  {
    what: "the totals are not those of the notas",
    sql: `SELECT 1 WHERE (SELECT coalesce(sum(quantidade), 0) FROM rollup_dia) <> (SELECT count(*) FROM nota)
            OR (SELECT coalesce(sum(valor), 0) FROM rollup_dia) <> (SELECT coalesce(sum(valor_total), 0) FROM nota)`,
  },
  {
    what: "SEFAZ was never heard about a document",
    sql: "SELECT chave FROM nota WHERE sefaz_status IS DISTINCT FROM '100'",
  },
];

/** Returns the violated invariants after these documents were sent, a line each. */
export async function findWrongs(road: Road, chaves: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    WRONGS.map(async ({ what, sql }) => ({ what, rows: (await road.asOwner(sql)).length })),
  );
  const wrongs = found.filter(({ rows }) => rows > 0).map(({ what, rows }) => `${what} (${rows})`);
  const have = new Set((await road.notas()).map((nota) => nota.chave));
  const lost = chaves.filter((chave) => !have.has(chave));
  if (lost.length > 0) wrongs.push(`documents were lost (${lost.length})`);
  if (have.size !== new Set(chaves).size)
    wrongs.push(`${have.size} documents stand of ${chaves.length} sent`);
  return wrongs;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
