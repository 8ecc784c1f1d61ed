import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "@malote/syntax";
import { addTo, type Loader, startLoad, type Tally } from "./load.ts";
import { countPending, type Neighbours, storeMail, waitForRead } from "./neighbours.ts";

/** Times of the quiet conta in ms, in order of measurement. */
export type Times = { ingest: number[]; list: number[] };
/**
 * busy: next to processes that only count, one per core at the lowest priority; this is the share
 * of the machine itself.
 */
export type Curves = { alone: Times; busy: Times; nextToLoad: Times; load: Tally; costlyRead: number };

/** Pauses of the quiet conta between two e-mails and between two lists. */
const MAIL_PAUSE_MS = 300;
const LIST_PAUSE_MS = 100;
const READ_MS = 4 * MINUTE_MS;
/** Number of costly e-mails kept pending during the load. */
const COSTLY_PENDING = 60;

/**
 * Measures the quiet conta alone, on a busy machine and next to the loud conta's load, in turns, so
 * that other activity of the machine affects all three.
 * seconds: duration of each turn.
 */
export async function measureNeighbours(
  neighbours: Neighbours,
  { seconds, rounds, tell: print }: { seconds: number; rounds: number; tell(line: string): void },
): Promise<Curves> {
  const curves: Curves = { alone: empty(), busy: empty(), nextToLoad: empty(), load: {}, costlyRead: 0 };
  await takeTimes(neighbours, seconds / 4); // warm-up
  const take = async (into: Times, what: string): Promise<void> => {
    const times = await takeTimes(neighbours, seconds);
    join(into, times);
    const middle = (values: readonly number[]): string => percentileOf(values, 50).toFixed(0);
    print(
      `${what}: e-mail ${middle(times.ingest)} ms (${times.ingest.length}), lista ${middle(times.list)} ms`,
    );
  };
  for (let round = 0; round < rounds; round++) {
    await take(curves.alone, "só");
    const counting = startCounting();
    await take(curves.busy, "ao lado de laços que só contam");
    await stopAll(counting);
    const runningLoad = await startAllLoad(neighbours);
    await sleep(2_000);
    await take(curves.nextToLoad, "ao lado");
    const { tally, costlyRead } = await runningLoad.stop();
    curves.costlyRead += costlyRead;
    for (const [name, counts] of Object.entries(tally)) {
      for (const [status, n] of Object.entries(counts)) addTo(curves.load, { name, status, n });
    }
  }
  return curves;
}

const COUNT = 'require("node:os").setPriority(19); for (;;);';

function startCounting(): ChildProcess[] {
  return os.cpus().map(() => spawn(process.execPath, ["-e", COUNT], { stdio: "ignore" }));
}

async function stopAll(children: readonly ChildProcess[]): Promise<void> {
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, "exit")));
}

function empty(): Times {
  return { ingest: [], list: [] };
}

function join(all: Times, more: Times): void {
  all.ingest.push(...more.ingest);
  all.list.push(...more.list);
}

async function takeTimes(neighbours: Neighbours, seconds: number): Promise<Times> {
  const until = performance.now() + seconds * 1_000;
  const times = empty();
  const repeat = async (pauseMs: number, into: number[], work: () => Promise<unknown>): Promise<void> => {
    while (performance.now() < until) {
      const started = performance.now();
      await work();
      into.push(performance.now() - started);
      await sleep(pauseMs);
    }
  };
  await Promise.all([
    repeat(MAIL_PAUSE_MS, times.ingest, () => readOne(neighbours)),
    repeat(LIST_PAUSE_MS, times.list, () => listOnce(neighbours)),
  ]);
  return times;
}

async function readOne({ context, quiet, makePlain }: Neighbours): Promise<void> {
  const [id = ""] = await storeMail(context, quiet, [makePlain()]);
  await waitForRead(context, id, READ_MS);
}

async function listOnce({ url, quiet }: Neighbours): Promise<void> {
  const params = { entradaSaida: "E", searchFilter: {}, currentPage: 1 };
  const response = await fetch(`${url}/Services/`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${quiet.user.token}` },
    body: JSON.stringify({ id: 1, method: "Nota.getListNota", params }),
  });
  const body = (await response.json()) as { result: { results: unknown[] } | null };
  if (!body.result?.results.length) throw new Error(`no list: ${JSON.stringify(body).slice(0, 300)}`);
}

type RunningLoad = { stop(): Promise<{ tally: Tally; costlyRead: number }> };

/** Starts every kind of load of one conta; stopping it discards the pending work. */
async function startAllLoad(neighbours: Neighbours): Promise<RunningLoad> {
  const { context, loud, url, makeCostly, makePlain } = neighbours;
  const { contaId, token, cookie } = loud.user;
  const notas = await context.asOwner<{ id: string }>(
    "SELECT id FROM nota WHERE conta_id = $1 ORDER BY id LIMIT 200",
    [contaId],
  );
  const xml = makePlain().toString();
  const loader: Loader = { url, token, cookie, notaIds: notas.map(({ id }) => id), xml };
  const costly = await makeCostly();
  let stopping = false;
  let brought = 0;
  const feeding = (async () => {
    while (!stopping) {
      const missing = COSTLY_PENDING - (await countPending(context, contaId));
      const next = Array.from(
        { length: Math.max(0, missing) },
        (_, n) => costly[n % costly.length] ?? Buffer.alloc(0),
      );
      if (next.length > 0) await storeMail(context, loud, next);
      brought += next.length;
      await sleep(500);
    }
  })();
  const load = await startLoad(loader);
  return {
    stop: async () => {
      stopping = true;
      await feeding;
      const left = await countPending(context, contaId);
      const tally = await load.stop();
      await discardWork(neighbours);
      return { tally, costlyRead: brought - left };
    },
  };
}

/** Discards jobs that have not begun and waits for the others. */
async function discardWork({ context, loud }: Neighbours): Promise<void> {
  const { contaId } = loud.user;
  const drop = `UPDATE tarefa SET estado = 'feita'
    WHERE conta_id = $1 AND (estado = 'pendente' OR (estado = 'entregue' AND iniciada_em IS NULL))`;
  const running = "SELECT FROM tarefa WHERE conta_id = $1 AND estado = 'entregue'";
  for (const until = Date.now() + READ_MS; Date.now() < until; await sleep(100)) {
    // A job that returns to the queue to be continued is discarded too.
    await context.asOwner(drop, [contaId]);
    if ((await context.asOwner(running, [contaId])).length === 0) return;
  }
  throw new Error("the jobs of the load do not end");
}

/** The value below which `percent` of a hundred values are. */
export function percentileOf(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
