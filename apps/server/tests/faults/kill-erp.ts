import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createHttpApp } from "../../src/http/create-app.ts";
import { listen } from "../../src/http/listen.ts";
import { createTestContext } from "../setup/context.ts";
import {
  createErpToken,
  type ErpProgram,
  listHeld,
  listStored,
  publishXmls,
  readProgress,
  runErp,
  translateErp,
} from "../setup/example-erp.ts";
import { createRandom } from "../setup/seeded-random.ts";
import { signInNewUser, type Wire } from "../setup/wire.ts";

/** Documents waiting at each start of the ERP: three of its pages. */
const QUEUE_LENGTH = 300;
const NO_LIMITS = { callsMax: 10_000_000, filesMax: 10_000_000 };

export type KillOptions = { kills: number; seed: number };

/** Kills by phase: while storing a page; after its acknowledgement, before its cursor; between
 * pages. errors: what is wrong at the end. */
export type KillReport = {
  notas: number;
  kills: number;
  whileStoring: number;
  beforeCursor: number;
  betweenPages: number;
  errors: string[];
};

/** Kills the example ERP (SIGKILL) several times while it pulls, lets it finish, and compares its
 * files with Malote's data. */
export async function killErp({ kills, seed }: KillOptions): Promise<KillReport> {
  const context = await createTestContext();
  const server = await listen(createHttpApp(context.ctx, { limitesRest: NO_LIMITS }), {
    host: "127.0.0.1",
    port: 0,
  });
  const wire: Wire = { ...context, server, dispose: context.dispose };
  const root = await fs.mkdtemp(path.join(os.tmpdir(), "malote-erp-"));
  try {
    return await killErpIn({ wire, root, kills, seed });
  } finally {
    await server.stop();
    await context.dispose();
    await fs.rm(root, { recursive: true, force: true });
  }
}

type ErpServer = { wire: Wire; root: string };
type ErpPlace = { url: string; token: string; pasta: string };

async function killErpIn({ wire, root, kills, seed }: ErpServer & KillOptions): Promise<KillReport> {
  const user = await signInNewUser(wire, { uf: "SP" });
  const { contaId } = user;
  const program = await translateErp(root);
  const place = { url: wire.server.url, token: await createErpToken(user), pasta: path.join(root, "notas") };
  const random = createRandom(seed);
  const ledger = new Map<string, number>();
  const report: KillReport = {
    notas: 0,
    kills: 0,
    whileStoring: 0,
    beforeCursor: 0,
    betweenPages: 0,
    errors: [],
  };
  let times = await timeErp(program, { wire, contaId, place });
  while (report.kills < kills) {
    const { publicadas, lidas } = await readProgress(wire, contaId, place.pasta);
    await publishXmls(wire, contaId, Math.max(0, QUEUE_LENGTH - (publicadas - lidas)));
    const afterMs = times.requestMs + random() * (times.endMs - times.requestMs);
    const begun = performance.now();
    const { morto, code, erros } = await runErp(program, place, { depoisMs: afterMs });
    if (!morto && code !== 0) throw new Error(`the ERP ended (${code}): ${erros}`);
    if (morto) await countKill(report, { wire, contaId, place });
    else times = shorten(times, performance.now() - begun);
    await updateLedger(ledger, place.pasta);
  }
  const last = await runErp(program, place);
  if (last.code !== 0) report.errors.push(`a última vez acabou com ${last.code}: ${last.erros}`);
  await updateLedger(ledger, place.pasta);
  report.errors.push(...(await compare(wire, { contaId, place, ledger })));
  report.notas = (await readProgress(wire, contaId, place.pasta)).publicadas;
  return report;
}

/** Times of its first request and of the end of three pages: kills come between. */
type RunTimes = { requestMs: number; endMs: number };

/** The ERP finished before the kill: the machine is faster now than at the measurement. */
function shorten({ requestMs: pedeMs }: RunTimes, wholeMs: number): RunTimes {
  return { requestMs: Math.min(pedeMs, wholeMs / 2), endMs: wholeMs };
}

async function timeErp(
  program: ErpProgram,
  { wire, contaId, place }: { wire: Wire; contaId: string; place: ErpPlace },
): Promise<RunTimes> {
  const time = async (): Promise<number> => {
    const started = performance.now();
    const { code, erros } = await runErp(program, place);
    if (code !== 0) throw new Error(`the ERP ended (${code}): ${erros}`);
    return performance.now() - started;
  };
  await time();
  const idleMs = await time();
  await publishXmls(wire, contaId, QUEUE_LENGTH);
  return { requestMs: idleMs * 0.6, endMs: Math.max(await time(), idleMs * 1.5) };
}

async function countKill(
  report: KillReport,
  { wire, contaId, place }: { wire: Wire; contaId: string; place: ErpPlace },
): Promise<void> {
  const { marcadas, lidas } = await readProgress(wire, contaId, place.pasta);
  const storedCount = (await listNames(place.pasta)).length;
  report.kills += 1;
  if (storedCount > marcadas) report.whileStoring += 1;
  else if (marcadas > lidas) report.beforeCursor += 1;
  else report.betweenPages += 1;
}

const listNames = async (folder: string): Promise<string[]> =>
  (await fs.readdir(folder)).filter((name) => name.endsWith(".xml"));

/** Records the inode of each processed file: writing a file again gives it another inode. */
async function updateLedger(ledger: Map<string, number>, folder: string): Promise<void> {
  for (const name of await listNames(folder)) {
    if (ledger.has(name)) continue;
    ledger.set(name, (await fs.stat(path.join(folder, name))).ino);
  }
}

async function compare(
  wire: Wire,
  { contaId, place, ledger }: { contaId: string; place: ErpPlace; ledger: ReadonlyMap<string, number> },
): Promise<string[]> {
  const [stored, held] = [await listStored(wire, contaId), await listHeld(place.pasta)];
  const { publicadas, marcadas, marcas, atos, lidas } = await readProgress(wire, contaId, place.pasta);
  const [twice] = await wire.asOwner<{ n: number }>(
    `SELECT count(*)::int AS n FROM (SELECT nota_id FROM feed WHERE conta_id = $1 AND tipo = 'marca' GROUP BY nota_id HAVING count(*) <> 1) d`,
    [contaId],
  );
  const other = [...stored].filter(([name, sha256]) => held.get(name) !== sha256).length;
  const again: string[] = [];
  for (const [name, ino] of ledger) {
    if ((await fs.stat(path.join(place.pasta, name))).ino !== ino) again.push(name);
  }
  const errors: string[] = [];
  const must = (what: string, is: boolean): void => void (is || errors.push(what));
  must(`${other} de ${stored.size} arquivos faltam ou são outros`, other === 0);
  must(`${held.size - stored.size} arquivos a mais`, held.size === stored.size);
  must(`${again.length} notas processadas duas vezes`, again.length === 0);
  must(`${marcadas} de ${publicadas} marcadas`, marcadas === publicadas);
  must(`${marcas} marcas no feed, ${atos} no registro`, marcas === publicadas && atos === publicadas);
  must(`${twice?.n} notas com mais de uma marca`, twice?.n === 0);
  must(`o cursor parou em ${lidas}`, lidas === publicadas);
  return errors;
}
