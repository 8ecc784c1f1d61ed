import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { takeLock } from "../run/lock.mjs";
import { readableLine } from "../run/log-lines.mjs";
import { findScript } from "../run/package-script.mjs";
import { choosePort } from "../run/ports.mjs";
import { createRestartDelay } from "../run/supervisor.mjs";
import { isSupportedNode } from "../setup/install.mjs";

const MINUTE_MS = 60_000;

test.each([
  ["18.20.0", false],
  ["20.18.3", false],
  ["20.19.0", true],
  ["21.7.0", false],
  ["22.11.0", false],
  ["22.12.0", true],
  ["23.9.0", false],
  ["24.0.0", true],
  ["26.1.0", true],
])("Node %s is supported: %s", (version, expected) => {
  expect(isSupportedNode(version)).toBe(expected);
});

test("the restart delay doubles at each crash, up to 30 s, and restarts never end", () => {
  const next = createRestartDelay({ random: () => 1 });
  const delays = Array.from({ length: 10 }, () => next(0).delayMs);
  expect(delays).toEqual([300, 600, 1_200, 2_400, 4_800, 9_600, 19_200, 30_000, 30_000, 30_000]);
  for (let n = 11; n <= 5_000; n++) expect(next(0)).toEqual({ nth: n, delayMs: 30_000 });
});

test("the restart delay is reset after two minutes of run time", () => {
  const next = createRestartDelay({ random: () => 1 });
  for (let n = 0; n < 8; n++) next(2 * MINUTE_MS - 1);
  expect(next(2 * MINUTE_MS)).toEqual({ nth: 1, delayMs: 300 });
  expect(next(0)).toEqual({ nth: 2, delayMs: 600 });
});

test("processes that crash together restart at different times", () => {
  const least = createRestartDelay({ random: () => 0 });
  const most = createRestartDelay({ random: () => 0.999 });
  for (let n = 1; n <= 12; n++) {
    const [a, b] = [least(0).delayMs, most(0).delayMs];
    expect([n, a >= 150, b > 1.9 * a, b <= 30_000]).toEqual([n, true, true, true]);
  }
});

test("a log line is formatted for a terminal, and any other line stays unchanged", () => {
  const fields = {
    level: 40,
    time: 0,
    processo: "worker",
    caixa: 7,
    err: { stack: "Error: x" },
    msg: "caiu",
  };
  const line = readableLine(JSON.stringify(fields));
  expect(line).toMatch(/^\d\d:\d\d:\d\d worker aviso caiu \(caixa=7\)\n {2}Error: x$/);
  for (const other of ["Sandbox pronto", '{"level":', "{}"]) expect(readableLine(other)).toBe(other);
});

describe("finding a script by its name", () => {
  const ask = (/** @type {string[]} */ ...args) =>
    findScript({ place: "bench", usage: "npm run bench -- NOME", args });

  test("a script may belong to any package; only scripts of apps get a database", () => {
    expect(ask("lista", "--x")).toEqual({
      name: "lista",
      file: "apps/server/bench/lista.ts",
      rest: ["--x"],
      needsDatabase: true,
    });
    expect(ask("dfe")).toMatchObject({ file: "packages/dfe/bench/dfe.ts", needsDatabase: false });
  });

  test("an unknown script is refused with a sentence that lists the names", () => {
    expect(() => ask("../lista")).toThrow(/Use: npm run bench -- NOME\nNomes: .*lista.*dfe/);
  });
});

describe("choosing a port", () => {
  const server = net.createServer();
  let taken = 0;
  beforeEach(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    taken = /** @type {net.AddressInfo} */ (server.address()).port;
  });
  afterEach(() => server.close());

  test("a default port that is taken is replaced by the next free port", async () => {
    const port = await choosePort({ wanted: taken, variable: "PORT", isExplicit: false });
    expect(port).toBeGreaterThan(taken);
  });

  test("a port that is set explicitly and taken is refused, with a sentence that suggests another port", async () => {
    const choice = choosePort({ wanted: taken, variable: "PORT", isExplicit: true });
    await expect(choice).rejects.toThrow(`PORT=${taken + 1} npm start`);
  });
});

describe("the lock of a data folder", () => {
  let dataDir = "";
  beforeEach(() => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "malote-tranca-"));
  });
  afterEach(() => fs.rmSync(dataDir, { recursive: true }));
  /** @param {Partial<import("../run/lock.mjs").Holder>} holder */
  const holdBy = (holder) => fs.writeFileSync(path.join(dataDir, "malote.lock"), JSON.stringify(holder));

  test("the lock refuses a second start, with the address of the first", () => {
    takeLock(dataDir).setUrl("http://127.0.0.1:3000");
    expect(() => takeLock(dataDir)).toThrow(/já está aberto em http:\/\/127\.0\.0\.1:3000/);
  });

  test("the lock refuses a second start while the first start is not yet ready", () => {
    takeLock(dataDir);
    expect(() => takeLock(dataDir)).toThrow(/já está iniciando/);
  });

  test("the lock can be taken again after its release", () => {
    takeLock(dataDir).release();
    expect(() => takeLock(dataDir)).not.toThrow();
  });

  test("the lock of a dead process is taken over", async () => {
    const dead = spawn(process.execPath, ["-e", "0"]);
    await once(dead, "exit");
    holdBy({ pid: dead.pid, birth: "", url: null });
    expect(() => takeLock(dataDir)).not.toThrow();
  });

  test.runIf(process.platform === "linux")(
    "the lock is taken over when another process has the pid of its owner",
    () => {
      holdBy({ pid: process.pid, birth: "1", url: null });
      expect(() => takeLock(dataDir)).not.toThrow();
    },
  );

  test("the lock is taken over when its file is incomplete", () => {
    fs.writeFileSync(path.join(dataDir, "malote.lock"), '{"pid":');
    expect(() => takeLock(dataDir)).not.toThrow();
  });
});
