import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import { type Database, openDatabase } from "../../src/db/index.ts";
import { createHttpApp } from "../../src/http/create-app.ts";
import { listen } from "../../src/http/listen.ts";
import { type FeedPage, readFeedChanges, readNotas } from "../../src/services/feed/read-feed.ts";
import { createTestContext } from "../setup/context.ts";
import { type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";
import { type WriteLoad, writeNotas } from "./feed-writers.ts";
import { rest } from "./send-rest.ts";

/** The load that {@link writeNotas} writes into a conta of its own. */
export type OrderLoad = Omit<WriteLoad, "contaId">;

/** Notas that one reader missed, read twice, or read out of order. */
export type ReaderResult = {
  nome: string;
  pages: number;
  missed: number;
  repeated: number;
  outOfOrder: number;
};

/** swapped: neighbours in the feed written in the other order; missedByNaive: notas that a
 * reader by last seen id would miss; errors: empty when nothing is wrong. */
export type OrderReport = {
  notas: number;
  rolledBack: number;
  swapped: number;
  missedByNaive: number;
  readings: ReaderResult[];
  errors: string[];
};

/** Pause of a reader that has read everything so far. */
const PAUSE_MS = 30;
const NO_LIMITS = { callsMax: 10_000_000, filesMax: 10_000_000 };

type SeenItem = { sequencia: number; id: string };
type FeedReader = { nome: string; next(): Promise<{ seen: SeenItem[]; hasMore: boolean }> };

/** Runs writers and readers together, each reader from the beginning with its own cursor, until
 * everything is written and read. */
export async function proveFeedOrder(load: OrderLoad): Promise<OrderReport> {
  const context = await createTestContext();
  // The writers stand for other processes, so they have their own connections.
  const [pool, app] = [
    await openDatabase(context.config, {
      log: pino({ level: "silent" }),
      poolMax: load.writers,
    }),
    createHttpApp(context.ctx, { limitesRest: NO_LIMITS }),
  ];
  const server = await listen(app, { host: "127.0.0.1", port: 0 });
  const wire: Wire = { ...context, server, dispose: context.dispose };
  try {
    return await proveOn(load, wire, pool);
  } finally {
    await server.stop();
    await pool.close();
    await context.dispose();
  }
}

async function proveOn(load: OrderLoad, wire: Wire, pool: Database): Promise<OrderReport> {
  const user = await signInNewUser(wire, { uf: "SP" });
  const { contaId } = user;
  let isWritten = false;
  const readers = listReaders(wire, user);
  const naive = createNaiveReader(wire, contaId);
  const reading = [...readers, naive].map((reader) => follow(reader, () => isWritten));
  const writing = writeNotas(wire, pool, { ...load, contaId }).finally(() => {
    isWritten = true;
  });
  // Each one ends before the server is closed, even if another fails.
  await Promise.allSettled([writing, ...reading]);
  const [rolledBack, results] = [await writing, await Promise.all(reading)];
  const feed = await wire.asOwner<SeenItem & { tipo: string }>(
    "SELECT sequencia::int AS sequencia, nota_id AS id, tipo FROM feed WHERE conta_id = $1 ORDER BY sequencia",
    [contaId],
  );
  const all = results.map((readerResult, n) =>
    judge(readerResult, { nome: readers[n]?.nome ?? naive.nome, feed }),
  );
  const readings = all.slice(0, readers.length);
  const swapped = feed.filter(({ id }, n) => id < (feed[n - 1]?.id ?? "")).length;
  const missedByNaive = all.at(-1)?.missed ?? 0;
  const errors = [
    ...(await findDatabaseErrors(wire, { contaId, prova: load, feed })),
    ...readings.flatMap(listReaderErrors),
  ];
  return { notas: feed.length, rolledBack, swapped, missedByNaive, readings, errors };
}

/** Four readers by cursor: two through the service, two through HTTP, with different page sizes. */
function listReaders(wire: Wire, user: SignedInUser): FeedReader[] {
  const ctx = { database: wire.ctx.database, caller: { contaId: user.contaId, contaUf: "SP" } };
  return [
    byService("readNotas", (after) => readNotas(ctx, { depois: after, limite: 200 })),
    byService("readMudancas", (after) => readFeedChanges(ctx, { depois: after, limite: 7 })),
    byHttp("GET /notas", { wire, quem: user, query: "limit=200" }),
    byHttp("GET /notas com XML", { wire, quem: user, query: "limit=13&incluir=xml" }),
  ];
}

type FeedRow = { sequencia: number; id: string };

function byService(
  nome: string,
  read: (after: number) => Promise<FeedPage<FeedRow | ReadChange>>,
): FeedReader {
  let after = 0;
  return {
    nome,
    next: async () => {
      const { itens, nextAfter: proxima, hasMore } = await read(after);
      after = proxima;
      return { seen: itens.map(toSeenItem), hasMore };
    },
  };
}

type ReadChange = { sequencia: number; notaId: string };

function toSeenItem(item: FeedRow | ReadChange): SeenItem {
  return { sequencia: item.sequencia, id: "notaId" in item ? item.notaId : item.id };
}

function byHttp(
  nome: string,
  { wire, quem: user, query }: { wire: Wire; quem: SignedInUser; query: string },
): FeedReader {
  let cursor = "0";
  return {
    nome,
    next: async () => {
      const { status, body } = await rest(wire, user, `GET /notas?${query}&cursor=${cursor}`);
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
      cursor = body.page.next;
      return { seen: body.itens.map(toSeenItem), hasMore: body.page.hasMore };
    },
  };
}

/** A reader by id among committed rows, in order of writing: the mistake that the cursor avoids. */
function createNaiveReader({ asOwner }: Wire, contaId: string): FeedReader {
  let last = "00000000-0000-0000-0000-000000000000";
  return {
    nome: "por id",
    next: async () => {
      const rows = await asOwner<{ id: string }>(
        "SELECT id FROM nota WHERE conta_id = $1 AND id > $2 ORDER BY id LIMIT 200",
        [contaId, last],
      );
      last = rows.at(-1)?.id ?? last;
      return { seen: rows.map(({ id }) => ({ sequencia: 0, id })), hasMore: rows.length > 0 };
    },
  };
}

async function follow(
  reader: FeedReader,
  isWritten: () => boolean,
): Promise<{ seen: SeenItem[]; pages: number }> {
  const seen: SeenItem[] = [];
  for (let pages = 1; ; pages += 1) {
    // Read before the page: items written between both still have to be read.
    const isLast = isWritten();
    const page = await reader.next();
    seen.push(...page.seen);
    if (isLast && !page.hasMore) return { seen, pages };
    if (!page.hasMore) await sleep(PAUSE_MS);
  }
}

function judge(
  { seen, pages }: { seen: readonly SeenItem[]; pages: number },
  { nome, feed }: { nome: string; feed: readonly SeenItem[] },
): ReaderResult {
  const distinct = new Set(seen.map(({ id }) => id));
  return {
    nome,
    pages,
    missed: feed.filter(({ id }) => !distinct.has(id)).length,
    repeated: seen.length - distinct.size,
    outOfOrder: seen.filter(({ sequencia }, n) => n > 0 && sequencia <= (seen[n - 1]?.sequencia ?? 0)).length,
  };
}

function listReaderErrors({ nome, missed, repeated, outOfOrder }: ReaderResult): string[] {
  const wrong = missed + repeated + outOfOrder > 0;
  return wrong ? [`${nome}: ${missed} perdidas, ${repeated} dobradas, ${outOfOrder} fora de ordem`] : [];
}

/** Checks the database: one feed row for each nota, without gaps, and matching totals. */
async function findDatabaseErrors(
  { asOwner }: Wire,
  {
    contaId,
    prova: load,
    feed,
  }: { contaId: string; prova: OrderLoad; feed: readonly (SeenItem & { tipo: string })[] },
): Promise<string[]> {
  const [totals] = await asOwner<{ notas: number; contadas: number; emails: number }>(
    `SELECT (SELECT count(*)::int FROM nota WHERE conta_id = $1) AS notas,
       (SELECT sum(quantidade)::int FROM rollup_dia WHERE conta_id = $1) AS contadas,
       (SELECT count(*)::int FROM email WHERE conta_id = $1 AND estado <> 'lido') AS emails`,
    [contaId],
  );
  const errors: string[] = [];
  const must = (what: string, is: boolean): void => void (is || errors.push(what));
  must(`${totals?.notas} notas`, totals?.notas === load.notas);
  must(`${totals?.contadas} notas nos totais`, totals?.contadas === load.notas);
  must(`${totals?.emails} e-mails não terminados`, totals?.emails === 0);
  must(
    `o feed tem ${feed.length} linhas`,
    feed.length === load.notas && feed.every(({ tipo }) => tipo === "nota"),
  );
  must(
    "o feed tem lacunas",
    feed.every(({ sequencia }, n) => sequencia === n + 1),
  );
  must("uma nota está duas vezes no feed", new Set(feed.map(({ id }) => id)).size === feed.length);
  return errors;
}
