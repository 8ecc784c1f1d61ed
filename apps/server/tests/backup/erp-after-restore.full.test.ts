import { afterAll, beforeAll, expect, test } from "vitest";
import { runRestore } from "../../src/backup/run-restore.ts";
import { openContext } from "../../src/open-context.ts";
import { publishNotas, rest } from "../api/send-rest.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { createWire, openWire, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";
import { createBackup, type Host, openHost, openTempFolder, toolsOf } from "./backup-tools.ts";

let wire: Wire;
let host: Host;
let temp: Awaited<ReturnType<typeof openTempFolder>>;
beforeAll(async () => {
  wire = await createWire();
  temp = await openTempFolder();
  host = await openHost(wire);
});
afterAll(async () => {
  await host.dispose();
  await wire.dispose();
  await temp.dispose();
});

async function publishNewNotas(on: Wire, { contaId }: SignedInUser, count: number): Promise<string[]> {
  const ids = (
    await insertNotas(
      on,
      contaId,
      Array.from({ length: count }, () => inventNota({})),
    )
  ).map(({ id }) => id);
  await publishNotas(on, contaId, ids);
  return ids;
}

/** Reads to the end as an ERP does that continues from the cursor named by a refusal. */
async function readToEnd(on: Wire, erp: SignedInUser, de: string) {
  const read = { ids: [] as string[], cursor: de, avisos: [] as string[] };
  for (let page = 0; page < 100; page += 1) {
    const { status, body } = await rest(on, erp, `GET /notas?limit=100&cursor=${read.cursor}`);
    if (status === 422) {
      read.avisos.push(body.codigo);
      read.cursor = /cursor (\S+):/.exec(body.mensagem)?.[1] ?? "";
      continue;
    }
    for (const item of body.itens) read.ids.push(item.notaId ?? item.id);
    read.cursor = body.page.next;
    if (!body.page.hasMore) return read;
  }
  throw new Error("the feed did not end within 100 pages");
}

/** The server on the restored host, with its HTTP endpoints. */
async function openRestored(): Promise<Wire> {
  const config = { ...wire.config, databaseUrl: host.databaseUrl, dataDir: host.dataDir };
  const ctx = await openContext(config, { processName: "teste", clock: wire.clock });
  return await openWire({
    ...wire,
    ...{ ctx, config, ownerUrl: host.adminUrl, asOwner: host.query },
    dispose: () => ctx.database.close(),
  });
}

test("an ERP that had read 800 documents past the backup receives each of 300 new ones once after the restore", async () => {
  const erp = await signInNewUser(wire, { uf: "SP" });
  const before = await publishNewNotas(wire, erp, 100);
  await createBackup(wire, temp.folder);
  await publishNewNotas(wire, erp, 800);
  const ahead = await readToEnd(wire, erp, "0");
  expect(ahead.ids).toHaveLength(900);
  const maloteKey = wire.config.chave.toString("base64");
  await runRestore(toolsOf(host, temp.folder), { databaseUrl: host.databaseUrl, id: null, maloteKey });
  const restored = await openRestored();
  try {
    const fresh = await publishNewNotas(restored, erp, 300);
    const resumed = await readToEnd(restored, erp, ahead.cursor);
    expect(resumed.avisos).toEqual(["cursorDeOutraEpoca"]);
    expect(resumed.ids).toEqual(fresh);
    expect(await readToEnd(restored, erp, "0")).toMatchObject({ ids: [...before, ...fresh], avisos: [] });
  } finally {
    await restored.dispose();
  }
});
