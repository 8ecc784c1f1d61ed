import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Sandbox, seedKeySet, startSandbox } from "@malote/sandbox";
import { HOUR_MS, MINUTE_MS } from "@malote/syntax";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDemoConta } from "../../src/setup/demo.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";

/** Built by scripts/test.mjs. */
const WORKER = fileURLToPath(new URL("../../dist/worker.mjs", import.meta.url));
/**
 * The cancellation of the scenario takes effect after three seconds; the first consulta must come
 * earlier.
 */
const BEFORE_MS = 4 * MINUTE_MS;
const POLL = { timeout: 60_000, interval: 50 };

let dir: string;
let sandbox: Sandbox;
let t: TestContext;
let worker: ChildProcess;
let chave = "";
let log = "";

beforeAll(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "malote-vigilia-"));
  await seedKeySet(dir);
  sandbox = await startSandbox({ dir, consolePort: 0 });
  sandbox.clock.advance(BEFORE_MS);
  [chave = ""] = (await sandbox.playScenario("nota-cancelada-depois")).chaves;
  sandbox.clock.reset();
  t = await createTestContext({ sandbox: { info: sandbox.info }, allowPrivate: true });
  await createDemoConta(t.ctx);
  const info = path.join(dir, "sandbox.json");
  fs.writeFileSync(info, JSON.stringify(sandbox.info));
  worker = startWorker(info);
});
afterAll(async () => {
  worker.kill("SIGKILL");
  await t.dispose();
  await sandbox.stop();
  fs.rmSync(dir, { recursive: true, force: true });
});

/** The worker as `npm start` runs it, without instructions from the test. */
function startWorker(info: string): ChildProcess {
  const { config } = t;
  const { NODE_ENV: _, ...inherited } = process.env;
  const child = spawn(process.execPath, ["--enable-source-maps", WORKER], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...inherited,
      DATABASE_URL: config.databaseUrl,
      DATA_DIR: config.dataDir,
      MALOTE_KEY: config.chave.toString("base64"),
      SANDBOX: "1",
      SANDBOX_FILE: info,
      LOG_LEVEL: "warn",
    },
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (log += data));
  return child;
}

type NotaRow = {
  id: string;
  sefaz_status: string | null;
  divergente: boolean | null;
  hash_sha1_canc: string | null;
};

async function readNota(): Promise<NotaRow | undefined> {
  const [row] = await t.asOwner<NotaRow>(
    "SELECT id, sefaz_status, divergente, hash_sha1_canc FROM nota WHERE chave = $1",
    [chave],
  );
  return row;
}

const feedTypes = async (id: string, afterSequence: number): Promise<string[]> =>
  (
    await t.asOwner<{ tipo: string }>(
      "SELECT tipo FROM feed WHERE nota_id = $1 AND sequencia > $2 ORDER BY sequencia",
      [id, afterSequence],
    )
  ).map(({ tipo }) => tipo);

test("a nota cancelled after delivery is detected by its planned recheck: divergência, auditor, e-mail, feed", async () => {
  await expect.poll(async () => (await readNota())?.sefaz_status, { ...POLL, message: log }).toBe("100");
  const before = await readNota();
  const id = before?.id ?? "";
  expect(before).toMatchObject({ divergente: false, hash_sha1_canc: null });
  await t.asOwner("UPDATE nota SET processado_erp = true WHERE id = $1", [id]);
  const [feed] = await t.asOwner<{ ultima: number }>("SELECT max(sequencia)::int AS ultima FROM feed");

  sandbox.clock.advance(26 * HOUR_MS);

  await expect.poll(async () => (await readNota())?.sefaz_status, POLL).toBe("101");
  const after = await readNota();
  expect(after?.divergente).toBe(true);
  expect(after?.hash_sha1_canc).toMatch(/^[0-9a-f]{40}$/);
  expect(await feedTypes(id, feed?.ultima ?? 0)).toEqual(["status", "evento"]);
  expect(
    await t.asOwner(
      "SELECT tipo, tp_evento, c_sit_nfe, origem FROM auditor WHERE chave = $1 AND tp_evento <> ''",
      [chave],
    ),
  ).toEqual([{ tipo: "Cancelamento", tp_evento: "110111", c_sit_nfe: 3, origem: "conferencia" }]);
  expect(
    await t.asOwner("SELECT origem, cstat FROM consulta WHERE chave = $1 ORDER BY pedida_em", [chave]),
  ).toEqual([
    { origem: "recebimento", cstat: "100" },
    { origem: "agenda", cstat: "101" },
  ]);
  const listEmails = () =>
    sandbox.mail.sentEmails.list().filter(({ assunto }) => assunto.startsWith("Cancelamento na SEFAZ"));
  await expect.poll(() => listEmails().length, POLL).toBe(1);
  const [email] = listEmails();
  const [owner] = await t.asOwner<{ email: string }>("SELECT email FROM usuario WHERE proprietario_conta");
  expect(email?.para).toEqual([owner?.email]);
  expect(email?.texto.replace(/\s+/g, " ")).toContain("Desfaça o lançamento no ERP");
});

test("rechecks follow a week and a month after the emissao, without a second e-mail", async () => {
  // One at a time: the clock may not skip the next recheck while SEFAZ still answers.
  const countConsultas = async () =>
    (await t.asOwner("SELECT FROM consulta WHERE chave = $1", [chave])).length;
  for (const [hours, times] of [
    [145, 3],
    [24 * 23, 4],
  ] as const) {
    sandbox.clock.advance(hours * HOUR_MS);
    await expect.poll(countConsultas, POLL).toBe(times);
  }
  const listEmails = await t.asOwner("SELECT FROM envio WHERE modelo = 'nota-cancelada'");
  expect(listEmails).toHaveLength(1);
  const pending = () =>
    t.asOwner("SELECT FROM tarefa WHERE alvo = $1 AND estado IN ('pendente', 'entregue')", [chave]);
  await expect.poll(async () => (await pending()).length, POLL).toBe(0);
  expect(sandbox.sefaz.counters.read()).toMatchObject({ consumoIndevido: 0, emParalelo: 1 });
});
