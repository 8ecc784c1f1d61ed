// Real processes: what dies comes back, what must stop stops in order.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSupervisor } from "../run/supervisor.mjs";

let folder = "";
let diary = "";
/** @type {Error[]} */
let surrenders = [];
/** @type {ReturnType<typeof createSupervisor>} */
let supervisor;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "malote-processos-"));
  diary = path.join(folder, "diario.txt");
  fs.writeFileSync(diary, "");
  surrenders = [];
  supervisor = createSupervisor({ giveUp: (reason) => surrenders.push(reason) });
});
afterEach(async () => {
  supervisor.killAll();
  await sleep(50);
  fs.rmSync(folder, { recursive: true, force: true });
});

/** @param {string} name @param {string} life what it does after it says that it is ready */
function service(name, life = "setInterval(() => {}, 1000)") {
  const program = path.join(folder, `${name}.mjs`);
  fs.writeFileSync(
    program,
    `import fs from "node:fs";
     const write = (word) => fs.appendFileSync(${JSON.stringify(diary)}, word + " ${name} " + process.pid + "\\n");
     process.on("SIGTERM", () => { write("stop"); process.exit(0); });
     write("start");
     process.send("ready");
     ${life};`,
  );
  return { name, command: [program], env: () => process.env };
}

const lines = (word) =>
  fs
    .readFileSync(diary, "utf8")
    .split("\n")
    .filter((line) => line.startsWith(word));

/** @param {() => boolean} fact */
async function until(fact) {
  for (const limit = Date.now() + 30_000; !fact(); await sleep(20)) {
    if (Date.now() > limit) throw new Error("it never happened");
  }
}

test("a process killed with -9 comes back", async () => {
  await supervisor.keep(service("worker"));
  process.kill(Number(lines("start")[0].split(" ")[2]), "SIGKILL");
  await until(() => lines("start").length === 2);
  expect(surrenders).toEqual([]);
});

test("a process that keeps dying is given up after five restarts, with a sentence", async () => {
  await supervisor.keep(service("worker", "process.exit(3)"));
  await until(() => surrenders.length > 0);
  expect(lines("start")).toHaveLength(6);
  expect(surrenders[0].message).toBe("O processo worker parou vezes demais (código 3): encerro o Malote.");
});

test("a process that dies before it is ready is a sentence", async () => {
  const broken = { name: "http", command: ["-e", "process.exit(7)"], env: () => process.env };
  await expect(supervisor.keep(broken)).rejects.toThrow("O processo http não iniciou (código 7).");
});

test("everything stops in the order that was asked for, and nothing comes back", async () => {
  await Promise.all(["sandbox", "worker", "http"].map((name) => supervisor.keep(service(name))));
  await supervisor.stopAll(["http", "worker", "sandbox"]);
  expect(lines("stop").map((line) => line.split(" ")[1])).toEqual(["http", "worker", "sandbox"]);
  await sleep(500);
  expect(lines("start")).toHaveLength(3);
});

test("a renewed process is a new one, and the old one ended in order", async () => {
  const worker = service("worker");
  await supervisor.keep(worker);
  await supervisor.renew(worker);
  expect([lines("start").length, lines("stop").length]).toEqual([2, 1]);
  expect(surrenders).toEqual([]);
});
