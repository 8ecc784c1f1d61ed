import fs from "node:fs";
import path from "node:path";
import { DAY_MS, HOUR_MS } from "@malote/syntax";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectOwner, tryLockBackups } from "../../src/backup/dump/tables.rows.ts";
import { runBackupScheduler } from "../../src/backup/scheduler/run-scheduler.ts";
import { newId } from "../../src/db/index.ts";
import { createLogger } from "../../src/log.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { openTempFolder, sourceOf, toolsOf } from "./backup-tools.ts";
import { insertArrivals } from "./insert-emails.ts";

const RETENTION = { horas: 24, dias: 7, semanas: 4, meses: 12 };
let t: TestContext;
let temp: Awaited<ReturnType<typeof openTempFolder>>;
let stop: () => Promise<void> = async () => {};
let wholeVerifications = 0;
beforeEach(async () => {
  t = await createTestContext();
  temp = await openTempFolder();
  wholeVerifications = 0;
  const { contaId } = await t.createConta();
  await insertArrivals(t, contaId, 10);
});
afterEach(async () => {
  await stop();
  await t.dispose();
  await temp.dispose();
});

/** The backup keeper of a real database, which makes a backup every hour. */
function startKeeper(): void {
  const signal = new AbortController();
  const done = runBackupScheduler(
    {
      tools: toolsOf(sourceOf(t), temp.folder),
      chaves: t.config,
      everyMs: HOUR_MS,
      retention: RETENTION,
      verifyWhole: async () => {
        wholeVerifications += 1;
        return true;
      },
      log: createLogger("backup", "silent"),
      tickMs: 30,
    },
    signal.signal,
  );
  stop = async () => {
    signal.abort();
    await done;
  };
}
const runs = async () => await t.ctx.database.gatekeeper.findBackups(20);
const results = async () => (await runs()).map(({ tipo, resultado }) => `${tipo} ${resultado}`).reverse();
async function request(): Promise<void> {
  const { contaId } = await t.createConta();
  const { usuarioId } = await t.createUsuario(contaId);
  await t.asOwner("UPDATE usuario SET produto = true WHERE id = $1", [usuarioId]);
  const made = await t.ctx.database.gatekeeper.requestBackup({
    id: newId(),
    contaId,
    usuarioId,
    now: new Date(),
  });
  expect(made).toBe(true);
}

test("a backup is made at once, and another when a product user requests it", async () => {
  startKeeper();
  await expect.poll(results).toEqual(["criar ok"]);
  await request();
  await expect.poll(results).toEqual(["criar ok", "criar ok"]);
  await expect.poll(() => t.ctx.database.gatekeeper.findBackupRequests()).toEqual([]);
  await stop();
  expect(fs.readdirSync(path.join(temp.folder, "manifestos"))).toHaveLength(2);
});

test("an unavailable destination is a recorded failure, and the request waits until the destination is back", async () => {
  const real = `${temp.folder}-fora`;
  fs.renameSync(temp.folder, real);
  fs.writeFileSync(temp.folder, "");
  startKeeper();
  await expect.poll(results).toEqual(["criar falhou"]);
  expect((await runs())[0]?.mensagem).toMatch(/\S/);
  await request();
  await expect.poll(results).toEqual(["criar falhou", "criar falhou"]);
  expect(await t.ctx.database.gatekeeper.findBackupRequests()).toHaveLength(1);
  fs.rmSync(temp.folder);
  fs.renameSync(real, temp.folder);
  // A failed request is tried again after half a minute or more; a new request is tried at once.
  await t.asOwner("UPDATE backup_pedido SET pedido_em = now() WHERE atendido_em IS NULL");
  await expect.poll(results).toEqual(["criar falhou", "criar falhou", "criar ok"]);
  await expect.poll(() => t.ctx.database.gatekeeper.findBackupRequests()).toEqual([]);
});

test("a run left open by a killed process is recorded as failed", async () => {
  const run = {
    id: newId(),
    tipo: "criar",
    destino: temp.folder,
    now: new Date(Date.now() - DAY_MS),
  } as const;
  await t.ctx.database.gatekeeper.noteBackupStart(run);
  startKeeper();
  await expect.poll(results).toEqual(["criar falhou", "criar ok"]);
  expect((await runs())[1]?.mensagem).toMatch(/parou antes do fim/);
});

test("a run left open is recorded as failed once the backup of another process ends", async () => {
  const start = { id: newId(), destino: temp.folder, now: new Date(Date.now() - DAY_MS) };
  await t.ctx.database.gatekeeper.noteBackupStart({ ...start, tipo: "criar" });
  await t.ctx.database.gatekeeper.noteBackupStart({ ...start, id: newId(), tipo: "conferir" });
  const other = await connectOwner(sourceOf(t).ownerUrl);
  expect(await tryLockBackups(other)).toBe(true);
  startKeeper();
  // Long enough for the keeper to try: it must try again once the lock is free.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect((await runs()).find(({ id }) => id === start.id)?.resultado).toBeNull();
  await other.end();
  await expect.poll(async () => (await runs()).find(({ id }) => id === start.id)?.resultado).toBe("falhou");
  expect((await runs()).find(({ tipo }) => tipo === "conferir")?.terminou).toBeNull();
});

test("a seventh of the stored objects is verified each day, and everything once a week", async () => {
  startKeeper();
  await expect.poll(results).toEqual(["criar ok"]);
  await stop();
  const file = path.join(t.config.dataDir, "backup", "conferencias.json");
  const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
  fs.writeFileSync(file, JSON.stringify({ share: 3, shareAt: ago(1.1), wholeAt: ago(2) }));
  startKeeper();
  await expect.poll(results).toContain("conferir ok");
  const [verified] = (await runs()).filter(({ tipo }) => tipo === "conferir");
  expect(verified?.mensagem).toMatch(/^Parte 4 de 7: \d+ objetos$/);
  await stop();
  expect(JSON.parse(fs.readFileSync(file, "utf8"))).toMatchObject({ share: 4 });
  fs.writeFileSync(file, JSON.stringify({ share: 4, shareAt: ago(0), wholeAt: ago(7.1) }));
  startKeeper();
  await expect.poll(() => wholeVerifications).toBe(1);
});

test("a damaged object is found and named when its seventh of the objects is verified", async () => {
  startKeeper();
  await expect.poll(results).toEqual(["criar ok"]);
  await stop();
  const objects = fs
    .readdirSync(path.join(temp.folder, "objetos"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.includes("/"));
  const [victim = ""] = objects;
  const place = path.join(temp.folder, "objetos", victim);
  const bytes = fs.readFileSync(place);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 16;
  fs.writeFileSync(place, bytes);
  const share = Number.parseInt(victim.slice(0, 2), 16) % 7;
  const file = path.join(t.config.dataDir, "backup", "conferencias.json");
  const old = new Date(Date.now() - 1.5 * DAY_MS).toISOString();
  fs.writeFileSync(file, JSON.stringify({ share, shareAt: old, wholeAt: old }));
  startKeeper();
  await expect.poll(results).toContain("conferir falhou");
  const [found] = (await runs()).filter(({ tipo }) => tipo === "conferir");
  expect(found?.mensagem).toContain(`objetos/${victim} (danificado)`);
});
