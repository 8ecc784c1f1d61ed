import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blobFolderOf } from "../../src/blob/folder-store.ts";
import { idOfKey } from "../../src/secrets/secret-box.ts";
import { ensureCanary } from "../../src/services/key/key-canary.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";

/** The programs that `npm start` and the image run, built by scripts/test.mjs. */
const DIST = path.resolve(import.meta.dirname, "../../dist");
const NOBODY = 65_534;

let t: TestContext;
const children: ChildProcess[] = [];
beforeAll(async () => {
  t = await createTestContext();
  await ensureCanary(t.ctx);
  await t.ctx.storeGuard.requireOurs();
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await t.dispose();
});

type Program = readonly [program: string, ...args: string[]];
const HTTP: Program = ["http.mjs"];
const WORKER: Program = ["worker.mjs"];
const SETUP: Program = ["setup.mjs"];
const REREAD: Program = ["reler.mjs", "blobs"];
const KEY_STATE: Program = ["chave.mjs", "estado"];
const RESTORED_CONTA: Program = ["conta.mjs", "restaurado", "--sim"];

type StartedProgram = { child: ChildProcess; said: () => string; ended: Promise<unknown[]> };

function start([program, ...args]: Program, env: Record<string, string> = {}, uid?: number): StartedProgram {
  const child = spawn(process.execPath, ["--enable-source-maps", path.join(DIST, program), ...args], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    ...(uid === undefined ? {} : { uid, gid: uid }),
    env: {
      PATH: process.env.PATH ?? "",
      DATABASE_URL: t.ownerUrl,
      DATABASE_APP_URL: t.config.databaseUrl,
      DATA_DIR: t.config.dataDir,
      MALOTE_KEY: t.config.chave.toString("base64"),
      LOG_LEVEL: "warn",
      PORT: "0",
      ...env,
    },
  });
  children.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (text += String(data)));
  return { child, said: () => text, ended: once(child, "close") };
}

/** Starts programs in parallel; each must exit with 1 and print one line, without a stack trace. */
async function expectRefusal(
  programs: readonly Program[],
  sentence: RegExp | string,
  { env = {}, uid }: { env?: Record<string, string>; uid?: number } = {},
): Promise<void> {
  const all = programs.map((program) => ({ program, ...start(program, env, uid) }));
  for (const { program, said: output, ended } of all) {
    const [code] = await ended;
    expect([program[0], code, output()]).toEqual([program[0], 1, expect.stringMatching(sentence)]);
    expect(output()).not.toMatch(/^\s+at |node:internal|Error:/m);
    expect(output().trim().split("\n")).toHaveLength(1);
  }
}

describe("one line and exit code 1 of a process that cannot start", () => {
  test("a start is refused when MALOTE_KEY is not the key of the database, whose id is printed", async () => {
    const env = { MALOTE_KEY: randomBytes(32).toString("base64") };
    const named = new RegExp(`chave que não está em MALOTE_KEY \\(${idOfKey(t.config.chave)}\\)`);
    await expectRefusal([WORKER], named, { env });
  });

  test("a start is refused when the folder of blobs is not mounted", async () => {
    const root = blobFolderOf(t.config);
    await fs.rename(root, `${root}-fora`);
    await fs.mkdir(root);
    try {
      await expectRefusal([HTTP, REREAD], /o disco não está montado, ou a pasta é outra/);
      expect(await fs.readdir(root)).toEqual([]);
    } finally {
      await fs.rm(root, { recursive: true });
      await fs.rename(`${root}-fora`, root);
    }
  });

  test("a start is refused when the data folder is a file", async () => {
    const file = `${t.config.dataDir}-arquivo`;
    await fs.writeFile(file, "");
    await expectRefusal([SETUP], /DATA_DIR=.*: há um arquivo no lugar da pasta\./, {
      env: { DATA_DIR: file },
    });
    await fs.rm(file);
  });

  test.skipIf(process.getuid?.() !== 0)(
    "a start is refused when the data folder is not writable for this user",
    async () => {
      const dataDir = await fs.mkdtemp(`${t.config.dataDir}-alheia-`);
      await fs.chmod(dataDir, 0o755);
      const env = { DATA_DIR: dataDir, HOME: "/nao/existe", TMPDIR: "/nao/existe" };
      await expectRefusal([WORKER], /DATA_DIR=.*: este usuário não tem permissão\./, {
        env,
        uid: NOBODY,
      });
      await fs.rm(dataDir, { recursive: true });
    },
  );

  test("a start is refused when the disk is full or read-only", async ({ skip }) => {
    const dataDir = await fs.mkdtemp(`${t.config.dataDir}-disco-`);
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", dataDir]).status !== 0)
      return skip("mount is not permitted");
    try {
      const env = { DATA_DIR: dataDir };
      await fs.writeFile(path.join(dataDir, "cheio"), Buffer.alloc(65_536)).catch(() => {});
      await expectRefusal([HTTP], /DATA_DIR=.*: o disco está cheio\./, { env });
      spawnSync("mount", ["-o", "remount,ro", dataDir]);
      await expectRefusal([WORKER], /DATA_DIR=.*: o disco está só para leitura\./, { env });
    } finally {
      spawnSync("umount", [dataDir]);
      await fs.rm(dataDir, { recursive: true, force: true });
    }
  });

  test("a start is refused when the database lacks a migration", async () => {
    await t.asOwner(
      `UPDATE "_prisma_migrations" SET rolled_back_at = now() WHERE migration_name LIKE '%row_security'`,
    );
    await expectRefusal([WORKER], /Faltam migrações desta versão no banco \(20261128000009_row_security\)/);
    await t.asOwner(`UPDATE "_prisma_migrations" SET rolled_back_at = NULL`);
  });

  test("a start is refused when the database is of a version from before the baseline", async () => {
    await t.asOwner(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at) VALUES ('x', 'y', '20261120000000_casa', now())`,
    );
    await expectRefusal([SETUP], /O banco é de uma versão anterior do Malote .*20261120000000_casa/);
    await t.asOwner(`DELETE FROM "_prisma_migrations" WHERE id = 'x'`);
  });

  test("a start is refused when the database does not answer", async () => {
    const nowhere = "postgresql://a:b@127.0.0.1:1/x";
    const env = { DATABASE_APP_URL: nowhere, DATABASE_URL: "postgresql://dono:b@127.0.0.1:1/x" };
    await expectRefusal([SETUP, KEY_STATE, RESTORED_CONTA], /O banco de dados não respondeu/, { env });
  });

  test("a start is refused when the PostgreSQL version is too old", async () => {
    const old = await openOldPostgres();
    const env = { DATABASE_APP_URL: `postgresql://a:b@127.0.0.1:${old.port}/x` };
    await expectRefusal([HTTP], /PostgreSQL de DATABASE_APP_URL é o 15; o Malote precisa do 17/, { env });
    old.server.close();
  });
});

/**
 * A server that speaks only the part of PostgreSQL's protocol needed to sign in and report its
 * version. @source PostgreSQL, Message Formats
 */
async function openOldPostgres(): Promise<{ port: number; server: net.Server }> {
  const message = (type: string, ...parts: Buffer[]): Buffer => {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(5);
    head.write(type, "latin1");
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const int = (bytes: 2 | 4, value: number): Buffer => {
    const out = Buffer.alloc(bytes);
    out.writeIntBE(value, 0, bytes);
    return out;
  };
  const ready = message("Z", Buffer.from("I"));
  const column = Buffer.concat([
    Buffer.from("server_version_num\0"),
    int(4, 0),
    int(2, 0),
    int(4, 25),
    int(2, -1),
  ]);
  const version = Buffer.concat([
    message("T", int(2, 1), column, int(4, -1), int(2, 0)),
    message("D", int(2, 1), int(4, 6), Buffer.from("150018")),
    message("C", Buffer.from("SHOW\0")),
    ready,
  ]);
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write(Buffer.concat([message("R", int(4, 0)), ready]));
      socket.on("data", (data) => data[0] === "Q".charCodeAt(0) && socket.write(version));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as net.AddressInfo).port, server };
}

test("a worker answers its probes, except while it is frozen", async () => {
  const port = await freePort();
  const { child, said: output } = start(WORKER, { WORKER_PORT: String(port) });
  const ask = async (address: string, ms = 20_000): Promise<number> =>
    await fetch(`http://127.0.0.1:${port}${address}`, { signal: AbortSignal.timeout(ms) }).then(
      ({ status }) => status,
      () => 0,
    );
  await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error(output()))),
  ]);
  await expect.poll(() => ask("/prontidao")).toBe(200);
  expect([await ask("/saude"), await ask("/outra")]).toEqual([200, 404]);
  child.kill("SIGSTOP");
  expect([await ask("/saude", 1_000), await ask("/prontidao", 1_000)]).toEqual([0, 0]);
  child.kill("SIGCONT");
  await expect.poll(() => ask("/prontidao")).toBe(200);
  await t.asOwner("ALTER TABLE nota NO FORCE ROW LEVEL SECURITY");
  await expect.poll(() => ask("/prontidao")).toBe(503);
  expect(await ask("/saude")).toBe(200);
  await t.asOwner("ALTER TABLE nota FORCE ROW LEVEL SECURITY");
  await expect.poll(() => ask("/prontidao")).toBe(200);
  child.kill("SIGTERM");
  await once(child, "exit");
  expect(await ask("/saude")).toBe(0);
});

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
