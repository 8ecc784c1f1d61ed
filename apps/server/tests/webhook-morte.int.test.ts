import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { openReceptor } from "./receptor.ts";
import { openCasaTold, SO_NO_NOME, startTelling } from "./webhook-casa.ts";
import { createWire, type Wire } from "./wire.ts";

/** The worker that `npm start` runs, built by scripts/test.mjs. */
const WORKER = path.resolve(import.meta.dirname, "../dist/worker.mjs");

async function hire({ config }: Wire): Promise<ChildProcess> {
  const file = path.join(config.dataDir, "sandbox.json");
  await fs.writeFile(file, JSON.stringify(SO_NO_NOME));
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
  const wire = await createWire({ sandbox: { info: SO_NO_NOME }, permitirPrivado: true });
  const erp = await openReceptor();
  const child = await hire(wire);
  try {
    const casa = await openCasaTold(wire);
    const { id } = await casa.create(erp.url);
    // The endpoint receives the message, but the worker dies before the answer.
    erp.modo(() => child.kill("SIGKILL"));
    await casa.add();
    await expect.poll(() => erp.recebidas.length).toBe(1);
    await expect.poll(() => child.signalCode).toBe("SIGKILL");
    expect(await casa.log(id)).toMatchObject([{ estado: "pendente", tentativas: 0 }]);
    erp.modo(200);
    await casa.add();
    const work = await startTelling(wire);
    await expect.poll(() => erp.recebidas.length).toBe(3);
    await expect
      .poll(async () => (await casa.log(id)).map(({ estado }) => estado))
      .toEqual(["entregue", "entregue"]);
    const [before, ...after] = erp.recebidas;
    expect(after.map((each) => each.id)).toContain(before?.id);
    expect(after.find((each) => each.id === before?.id)?.corpo).toBe(before?.corpo);
    expect(new Set(erp.ids()).size).toBe(2);
    await work.stop();
  } finally {
    child.kill("SIGKILL");
    await erp.close();
    await wire.dispose();
  }
});
