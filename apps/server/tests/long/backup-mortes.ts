// `npm run test:long -- backup-mortes [e-mails] [mortes] [semente]`: kills restores at random
// points of a seed, runs them again and compares by hash. Then the backup keeper makes one backup
// per request and ends on SIGTERM.
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "@malote/syntax";
import { connectOwner, tryLockBackups } from "../../src/backup/dump/tables.rows.ts";
import { newId } from "../../src/db/index.ts";
import { openTempFolder } from "../backup/backup-tools.ts";
import { insertArrivals } from "../backup/insert-emails.ts";
import { envOfContext, killRestore, runBackupProcess, startBackup } from "../backup/run-backup-process.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { createRandom } from "../setup/seeded-random.ts";

const REQUESTS = 3;
const LOOK_MS = 200;
const SERVED_MS = 2 * MINUTE_MS;

const emails = Number(process.argv[2] ?? 2_000);
const kills = Number(process.argv[3] ?? 12);
const seed = Number(process.argv[4] ?? Date.now() % 1_000_000);
console.log(`backup-mortes: ${emails} e-mails, ${kills} mortes, semente ${seed}`);

/** Requests a backup as the screen does and waits for it. @returns whether it was made in time */
async function isServed(t: TestContext, request: { contaId: string; usuarioId: string }): Promise<boolean> {
  const { gatekeeper } = t.ctx.database;
  await gatekeeper.requestBackup({ id: newId(), ...request, now: new Date() });
  for (const until = Date.now() + SERVED_MS; Date.now() < until; await sleep(LOOK_MS))
    if ((await gatekeeper.findBackupRequests()).length === 0) return true;
  return false;
}

async function testKeeper(t: TestContext, env: NodeJS.ProcessEnv, contaId: string): Promise<string[]> {
  const { usuarioId } = await t.createUsuario(contaId);
  await t.asOwner("UPDATE usuario SET produto = true WHERE id = $1", [usuarioId]);
  const keeper = startBackup(["manter"], { ...env, BACKUP_A_CADA_MIN: "60" });
  const foundViolations: string[] = [];
  for (let n = 1; n <= REQUESTS; n += 1) {
    await insertArrivals(t, contaId, 10);
    if (!(await isServed(t, { contaId, usuarioId }))) foundViolations.push(`o pedido ${n} não foi atendido`);
  }
  keeper.child.kill("SIGTERM");
  const code = await keeper.ended;
  if (code !== 0) foundViolations.push(`o guardião terminou com ${code}: ${keeper.said()}`);
  const lock = await connectOwner(t.ownerUrl);
  if (!(await tryLockBackups(lock))) foundViolations.push("o guardião deixou a trava");
  await lock.end();
  return foundViolations;
}

const t = await createTestContext();
const { folder, dispose } = await openTempFolder();
const errado: string[] = [];
try {
  const { contaId } = await t.createConta();
  for (let n = 0; n < emails; n += 500) await insertArrivals(t, contaId, Math.min(500, emails - n));
  const env = envOfContext(t, path.join(folder, "copias"));
  const { code, said } = await runBackupProcess(["criar"], env);
  if (code !== 0) errado.push(said);
  const random = createRandom(seed);
  for (let n = 1; n <= kills; n += 1) {
    const blobs = 1 + Math.floor(random() * emails * 2);
    const wrong = await killRestore(t, env, { blobs });
    console.log(
      `morte ${n}, depois de ${blobs} arquivos: ${wrong.length === 0 ? "igual" : wrong.join("; ")}`,
    );
    errado.push(...wrong);
  }
  errado.push(...(await testKeeper(t, { ...env, BACKUP_DESTINO: path.join(folder, "guardião") }, contaId)));
} finally {
  await dispose();
  await t.dispose();
}
for (const what of errado.slice(0, 20)) console.log(`errado: ${what}`);
process.exitCode = errado.length === 0 ? 0 : 1;
