import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "../src/app-context.ts";
import { runReler } from "../src/commands/reler/run-reler.ts";
import { holdPresence } from "../src/db/index.ts";
import { checkHealth } from "../src/health/check-health.ts";
import { discardOrphans } from "../src/jobs/discard-orphans.ts";
import { rereadBlobs } from "../src/jobs/reread-blobs.ts";
import { createBlobSweeper, markStore } from "../src/jobs/sweep-blobs.ts";
import type { TestContext } from "./context.ts";
import { createTestContext } from "./context.ts";
import { NOSSA } from "./copias.ts";
import { type Backup, backupDatabase, capture, holdings, listBlobs, readAll } from "./rollback.ts";

const DAY_MS = 86_400_000;
const PARA = "fiscal@padaria.example";
const ANTES = 15;
const DEPOIS = 45;

let t: TestContext;
let backup: Backup;
/** The server context on the restored backup. */
let voltou: AppContext;
let contaId = "";
let before: Awaited<ReturnType<typeof holdings>>;
let blobs: Awaited<ReturnType<typeof listBlobs>>;
const range = (from: number, many: number) => Array.from({ length: many }, (_, n) => from + n);

beforeAll(async () => {
  t = await createTestContext();
  ({ contaId } = await t.createConta());
  await t.createEmpresa(contaId, { cnpj: NOSSA });
  const { caixaId } = await t.createCaixa(contaId, { usuario: PARA });
  await t.createCaixa(contaId, { usuario: "outra@padaria.example" });
  const lugar = { contaId, caixaId, para: PARA };
  await capture(t.ctx, lugar, range(1, ANTES));
  await markStore(t.ctx);
  backup = await backupDatabase(t);
  await capture(t.ctx, lugar, range(1 + ANTES, DEPOIS));
  await markStore(t.ctx);
  before = await holdings(t.ctx, contaId);
  blobs = await listBlobs(t.ctx);
  voltou = await backup.open();
});
afterAll(async () => {
  await voltou.database.close();
  await backup.drop();
  await t.dispose();
});

/** Checks the health as a fresh process: a process caches its findings for two seconds. */
async function look(ctx: AppContext): Promise<Record<string, boolean>> {
  const findings = await checkHealth({ ...ctx, dispatching: { lookedAt: null } });
  return Object.fromEntries(findings.map(({ name, ok }) => [name, ok]));
}

async function sweep(ctx: AppContext): Promise<number> {
  const presence = await holdPresence(ctx.config.databaseUrl, ctx.log);
  try {
    return await createBlobSweeper(ctx, presence).sweep(ctx.clock.now());
  } finally {
    await presence.close();
  }
}

test("after the database is restored to an older state, unknown blobs stay in quarantine for months and the health check fails", async () => {
  expect(before.notas).toHaveLength(ANTES + DEPOIS);
  expect(await look(t.ctx)).toMatchObject({ retrocesso: true, orfaos: true });
  for (let month = 0; month < 4; month += 1) {
    t.clock.advance(30 * DAY_MS);
    expect(await sweep(voltou)).toBe(0);
  }
  const now = await listBlobs(voltou);
  expect([...now.live, ...now.quarentena].sort()).toEqual(blobs.live);
  expect(now.lixo).toEqual([]);
  expect(now.quarentena.length).toBeGreaterThanOrEqual(DEPOIS);
  expect(await look(voltou)).toMatchObject({ retrocesso: false, banco: true });
  await voltou.database.portaria.beginFeedEpoch();
  expect(await look(voltou)).toMatchObject({ retrocesso: true, arquivos: true });
  expect(await sweep(voltou)).toBe(0);
});

test("rereading the blobs restores every lost e-mail and document once, in its original mailbox", async () => {
  const lost = await holdings(voltou, contaId);
  expect(lost.notas).toHaveLength(ANTES);
  const [planned] = await rereadBlobs(voltou, { simular: true });
  expect(planned).toMatchObject({ relidos: DEPOIS, anexados: 0, arquivos: blobs.live.length });
  expect(await holdings(voltou, contaId)).toEqual(lost);
  expect(await rereadBlobs(voltou, { simular: false })).toEqual([planned]);
  await readAll(voltou, contaId);
  expect(await holdings(voltou, contaId)).toEqual(before);
  const caixas = await voltou.database.withContaSql(contaId, (sql) =>
    sql.query(
      `SELECT DISTINCT c.usuario FROM email e LEFT JOIN caixa_email c ON c.conta_id = e.conta_id AND c.id = e.caixa_id WHERE e.conta_id = $1`,
      [contaId],
    ),
  );
  expect(caixas).toEqual([{ usuario: PARA }]);
  const [again] = await rereadBlobs(voltou, { simular: false });
  expect(again).toMatchObject({ relidos: 0, conhecidos: blobs.live.length, outros: 0 });
  await sweep(voltou);
  const now = await listBlobs(voltou);
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
    expect(await look(alone.ctx)).toMatchObject({ orfaos: false });
    expect(await discardOrphans(alone.ctx, { simular: true })).toEqual({ apagados: 0, separados: 60 });
    expect((await listBlobs(alone.ctx)).live).toEqual(all);
    expect(await discardOrphans(alone.ctx, { simular: false })).toEqual({ apagados: 0, separados: 60 });
    expect(await look(alone.ctx)).toMatchObject({ orfaos: true });
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
  const mundo = {
    env: {
      DATABASE_APP_URL: voltou.config.databaseUrl,
      DATA_DIR: voltou.config.dataDir,
      MALOTE_KEY: voltou.config.chave.toString("base64"),
    },
    stdout: { write: (text: string | Uint8Array) => out.push(String(text)) > 0 },
    stderr: { write: (text: string | Uint8Array) => err.push(String(text)) > 0 },
  };
  expect(await runReler(["blobs", "--simular"], mundo)).toBe(0);
  expect(out.join("")).toMatch(/^conta +arquivos +conhecidos +relidos +anexados +não são e-mail\n/);
  expect(out.join("")).toContain("0 e-mails seriam lidos de novo. Nada mudou.");
  expect(await runReler(["tudo"], mundo)).toBe(2);
  expect(err.join("")).toContain("npm run reler -- blobs [--simular]");
});
