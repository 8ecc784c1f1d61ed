import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { openWebhookEndpoint } from "../setup/servers/webhook-endpoint.ts";
import { createWire, type Wire } from "../setup/wire.ts";
import { openWebhookSetup, SANDBOX_WITHOUT_SERVERS, startWebhookWorker } from "./webhook-setup.ts";

/** The worker that `npm start` runs, built by scripts/test.mjs. */
const WORKER = path.resolve(import.meta.dirname, "../../dist/worker.mjs");

async function startWorker({ config }: Wire): Promise<ChildProcess> {
  const file = path.join(config.dataDir, "sandbox.json");
  await fs.writeFile(file, JSON.stringify(SANDBOX_WITHOUT_SERVERS));
  const { NODE_ENV: _, ...inherited } = process.env;
  const child = spawn(process.execPath, ["--enable-source-maps", WORKER], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...inherited,
      DATABASE_URL: config.databaseUrl,
      DATA_DIR: config.dataDir,
      MALOTE_KEY: config.chave.toString("base64"),
      SANDBOX: "1",
      SANDBOX_FILE: file,
      LOG_LEVEL: "silent",
    },
  });
  await once(child, "message");
  return child;
}

test("a delivery whose worker dies before recording it is sent again under the same id", async () => {
  const wire = await createWire({ sandbox: { info: SANDBOX_WITHOUT_SERVERS }, allowPrivate: true });
  const erp = await openWebhookEndpoint();
  const child = await startWorker(wire);
  try {
    const setup = await openWebhookSetup(wire);
    const { id } = await setup.createWebhook(erp.url);
    // The endpoint receives the message, but the worker dies before the answer.
    erp.respondWith(() => child.kill("SIGKILL"));
    await setup.addNota();
    await expect.poll(() => erp.received.length).toBe(1);
    await expect.poll(() => child.signalCode).toBe("SIGKILL");
    expect(await setup.listDeliveries(id)).toMatchObject([{ estado: "pendente", tentativas: 0 }]);
    erp.respondWith(200);
    await setup.addNota();
    const work = await startWebhookWorker(wire);
    await expect.poll(() => erp.received.length).toBe(3);
    await expect
      .poll(async () => (await setup.listDeliveries(id)).map(({ estado }) => estado))
      .toEqual(["entregue", "entregue"]);
    const [before, ...after] = erp.received;
    expect(after.map((each) => each.id)).toContain(before?.id);
    expect(after.find((each) => each.id === before?.id)?.body).toBe(before?.body);
    expect(new Set(erp.ids()).size).toBe(2);
    await work.stop();
  } finally {
    child.kill("SIGKILL");
    await erp.close();
    await wire.dispose();
  }
});
