import { DAY_MS } from "@malote/syntax";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "../../src/app-context.ts";
import { runReler } from "../../src/commands/reler/run-reler.ts";
import { holdPresence } from "../../src/db/index.ts";
import { checkHealth } from "../../src/health/check-health.ts";
import { discardOrphans } from "../../src/jobs/blobs/discard-orphans.ts";
import { rereadBlobs } from "../../src/jobs/blobs/reread-blobs.ts";
import { createBlobSweeper, markStore } from "../../src/jobs/blobs/sweep-blobs.ts";
import { queryInConta } from "../setup/conta-sql.ts";
import type { TestContext } from "../setup/context.ts";
import { createTestContext } from "../setup/context.ts";
import { NOSSA } from "../setup/nota-copies.ts";
import { type Backup, backupDatabase, listBlobs, readAll, readHoldings, storeAndIngest } from "./rollback.ts";

const RECIPIENT = "fiscal@padaria.example";
const BEFORE = 15;
const AFTER = 45;

let t: TestContext;
let backup: Backup;
/** The server context on the restored backup. */
let restored: AppContext;
let contaId = "";
let before: Awaited<ReturnType<typeof readHoldings>>;
let blobs: Awaited<ReturnType<typeof listBlobs>>;
const range = (from: number, many: number) => Array.from({ length: many }, (_, n) => from + n);

beforeAll(async () => {
  t = await createTestContext();
  ({ contaId } = await t.createConta());
  await t.createEmpresa(contaId, { cnpj: NOSSA });
  const { caixaId } = await t.createCaixa(contaId, { usuario: RECIPIENT });
  await t.createCaixa(contaId, { usuario: "outra@padaria.example" });
  const place = { contaId, caixaId, para: RECIPIENT };
  await storeAndIngest(t.ctx, place, range(1, BEFORE));
  await markStore(t.ctx);
  backup = await backupDatabase(t);
  await storeAndIngest(t.ctx, place, range(1 + BEFORE, AFTER));
  await markStore(t.ctx);
  before = await readHoldings(t.ctx, contaId);
  blobs = await listBlobs(t.ctx);
  restored = await backup.open();
});
afterAll(async () => {
  await restored.database.close();
  await backup.drop();
  await t.dispose();
});

/** Checks the health as a fresh process: a process caches its findings for two seconds. */
async function checkAll(ctx: AppContext): Promise<Record<string, boolean>> {
  const findings = await checkHealth({ ...ctx, dispatching: { lookedAt: null } });
  return Object.fromEntries(findings.map(({ name, ok }) => [name, ok]));
}

async function sweep(ctx: AppContext): Promise<number> {
  const presence = await holdPresence(ctx.config.databaseUrl, ctx.log);
  try {
    return await createBlobSweeper(ctx, presence).run(ctx.clock.now());
  } finally {
    await presence.close();
  }
}

test("after the database is restored to an older state, unknown blobs stay in quarantine for months and the health check fails", async () => {
  expect(before.notas).toHaveLength(BEFORE + AFTER);
  expect(await checkAll(t.ctx)).toMatchObject({ retrocesso: true, orfaos: true });
  for (let month = 0; month < 4; month += 1) {
    t.clock.advance(30 * DAY_MS);
    expect(await sweep(restored)).toBe(0);
  }
  const now = await listBlobs(restored);
  expect([...now.live, ...now.quarentena].sort()).toEqual(blobs.live);
  expect(now.lixo).toEqual([]);
  expect(now.quarentena.length).toBeGreaterThanOrEqual(AFTER);
  expect(await checkAll(restored)).toMatchObject({ retrocesso: false, banco: true });
  await restored.database.gatekeeper.beginFeedEpoch();
  expect(await checkAll(restored)).toMatchObject({ retrocesso: true, arquivos: true });
  expect(await sweep(restored)).toBe(0);
});

test("rereading the blobs restores every lost e-mail and document once, in its original mailbox", async () => {
  const lost = await readHoldings(restored, contaId);
  expect(lost.notas).toHaveLength(BEFORE);
  const [planned] = await rereadBlobs(restored, { isDryRun: true });
  expect(planned).toMatchObject({ relidos: AFTER, anexados: 0, arquivos: blobs.live.length });
  expect(await readHoldings(restored, contaId)).toEqual(lost);
  expect(await rereadBlobs(restored, { isDryRun: false })).toEqual([planned]);
  await readAll(restored, contaId);
  expect(await readHoldings(restored, contaId)).toEqual(before);
  const caixas = await restored.database.withConta(contaId, (db) =>
    queryInConta(
      db,
      `SELECT DISTINCT c.usuario FROM email e LEFT JOIN caixa_email c ON c.conta_id = e.conta_id AND c.id = e.caixa_id WHERE e.conta_id = $1`,
      [contaId],
    ),
  );
  expect(caixas).toEqual([{ usuario: RECIPIENT }]);
  const [again] = await rereadBlobs(restored, { isDryRun: false });
  expect(again).toMatchObject({ relidos: 0, conhecidos: blobs.live.length, outros: 0 });
  await sweep(restored);
  const now = await listBlobs(restored);
  expect([now.live, now.lixo]).toEqual([blobs.live, []]);
});

test("mass orphans stop the cleanup job until the operator discards them", async () => {
  const alone = await createTestContext();
  try {
    const { contaId: conta } = await alone.createConta();
    for (let n = 0; n < 60; n += 1) await alone.ctx.blobs.put(conta, Buffer.from(`órfão ${n}`));
    const all = (await listBlobs(alone.ctx)).live;
    alone.clock.advance(3 * DAY_MS);
    expect(await sweep(alone.ctx)).toBe(0);
    expect((await listBlobs(alone.ctx)).live).toEqual(all);
    expect(await checkAll(alone.ctx)).toMatchObject({ orfaos: false });
    expect(await discardOrphans(alone.ctx, { isDryRun: true })).toEqual({ apagados: 0, separados: 60 });
    expect((await listBlobs(alone.ctx)).live).toEqual(all);
    expect(await discardOrphans(alone.ctx, { isDryRun: false })).toEqual({ apagados: 0, separados: 60 });
    expect(await checkAll(alone.ctx)).toMatchObject({ orfaos: true });
    expect(await alone.ctx.blobs.get(conta, all[0] ?? "")).not.toBeNull();
    alone.clock.advance(3 * DAY_MS);
    expect(await sweep(alone.ctx)).toBe(60);
    expect(await listBlobs(alone.ctx)).toEqual({ live: [], lixo: [], quarentena: [] });
  } finally {
    await alone.dispose();
  }
});

test("the command prints its findings as a table and refuses an unknown argument", async () => {
  const [out, err]: [string[], string[]] = [[], []];
  const commandIo = {
    env: {
      DATABASE_APP_URL: restored.config.databaseUrl,
      DATA_DIR: restored.config.dataDir,
      MALOTE_KEY: restored.config.chave.toString("base64"),
    },
    stdout: { write: (text: string | Uint8Array) => out.push(String(text)) > 0 },
    stderr: { write: (text: string | Uint8Array) => err.push(String(text)) > 0 },
  };
  expect(await runReler(["blobs", "--simular"], commandIo)).toBe(0);
  expect(out.join("")).toMatch(/^conta +arquivos +conhecidos +relidos +anexados +não são e-mail\n/);
  expect(out.join("")).toContain("0 e-mails seriam lidos de novo. Nada mudou.");
  expect(await runReler(["tudo"], commandIo)).toBe(2);
  expect(err.join("")).toContain("npm run reler -- blobs [--simular]");
});
