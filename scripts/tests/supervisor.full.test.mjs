// Runs real processes: crashes cause a restart, and a stop keeps the order.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRestartDelay, createSupervisor } from "../run/supervisor.mjs";

let folder = "";
let eventLog = "";
/** @type {unknown[]} */
let fatalErrors = [];
/** @type {import("../run/supervisor.mjs").Restart[]} */
let delays = [];
/** @type {ReturnType<typeof createSupervisor>} */
let supervisor;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "malote-processos-"));
  eventLog = path.join(folder, "diario.txt");
  fs.writeFileSync(eventLog, "");
  fatalErrors = [];
  delays = [];
  const createDelay = () => {
    const next = createRestartDelay({ random: () => 1, firstMs: 2, capMs: 40 });
    return (/** @type {number} */ livedMs) => {
      const restart = next(livedMs);
      delays.push(restart);
      return restart;
    };
  };
  supervisor = createSupervisor({ onFatalError: (reason) => fatalErrors.push(reason), createDelay });
});
afterEach(async () => {
  supervisor.killAll();
  await sleep(50);
  fs.rmSync(folder, { recursive: true, force: true });
});

/** @param {string} name @param {string} life code run after "ready" is sent
 * @param {string} before code run first */
function service(name, life = "setInterval(() => {}, 1000)", before = "") {
  const program = path.join(folder, `${name}.mjs`);
  fs.writeFileSync(
    program,
    `import fs from "node:fs";
     const write = (word) => fs.appendFileSync(${JSON.stringify(eventLog)}, word + " ${name} " + process.pid + "\\n");
     ${before};
     process.on("SIGTERM", () => { write("stop"); process.exit(0); });
     write("start");
     process.send("ready");
     ${life};`,
  );
  return { name, command: [program], env: () => process.env };
}

/** @param {string} word first on the line, before the name and the process number */
const lines = (word) =>
  fs
    .readFileSync(eventLog, "utf8")
    .split("\n")
    .filter((line) => line.startsWith(word));

/** @param {() => boolean} fact */
async function until(fact) {
  for (const limit = Date.now() + 30_000; !fact(); await sleep(20)) {
    if (Date.now() > limit) throw new Error("it never happened");
  }
}

test("the supervisor restarts a process after kill -9", async () => {
  await supervisor.keep(service("worker"));
  process.kill(Number(lines("start")[0]?.split(" ")[2]), "SIGKILL");
  await until(() => lines("start").length === 2);
  expect(fatalErrors).toEqual([]);
});

test("the supervisor restarts a crashing process for ever, after growing delays, and logs each crash", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  await supervisor.keep(service("worker", "process.exit(3)"));
  await supervisor.keep(service("http"));
  await until(() => lines("start worker").length > 9);
  const logged = said.mock.calls.map(([line]) => String(line));
  said.mockRestore();
  expect(delays.slice(0, 9).map(({ nth }) => nth)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(delays.slice(0, 9).map(({ delayMs }) => delayMs)).toEqual([2, 4, 8, 16, 32, 40, 40, 40, 40]);
  expect(fatalErrors).toEqual([]);
  expect(lines("start http")).toHaveLength(1);
  expect(logged.find((line) => line.includes("2ª vez"))).toContain(
    "o processo worker parou pela 2ª vez seguida (código 3): inicio de novo em 0 s",
  );
  expect(logged.find((line) => line.includes("5ª vez"))).toContain("não desisto de tentar");
});

test("the supervisor tries again when a restarted process does not get ready", async () => {
  const times = path.join(folder, "vezes.txt");
  const failTwice = `const n = fs.existsSync(${JSON.stringify(times)}) ? Number(fs.readFileSync(${JSON.stringify(times)}, "utf8")) + 1 : 1;
    fs.writeFileSync(${JSON.stringify(times)}, String(n));
    if (n === 2 || n === 3) process.exit(9)`;
  await supervisor.keep(service("http", "setInterval(() => {}, 1000)", failTwice));
  process.kill(Number(lines("start")[0]?.split(" ")[2]), "SIGKILL");
  await until(() => lines("start").length === 2);
  expect(fs.readFileSync(times, "utf8")).toBe("4");
  expect(fatalErrors).toEqual([]);
});

test("the supervisor fails with a sentence when a process ends before it is ready", async () => {
  const broken = { name: "http", command: ["-e", "process.exit(7)"], env: () => process.env };
  await expect(supervisor.keep(broken)).rejects.toThrow("O processo http não iniciou (código 7).");
});

test("the supervisor stops everything in the requested order, and restarts nothing", async () => {
  await Promise.all(["sandbox", "worker", "http"].map((name) => supervisor.keep(service(name))));
  await supervisor.stopAll(["http", "worker", "sandbox"]);
  expect(lines("stop").map((line) => line.split(" ")[1])).toEqual(["http", "worker", "sandbox"]);
  await sleep(500);
  expect(lines("start")).toHaveLength(3);
});

test("the supervisor renews a process: the old process stops in order, then a new one starts", async () => {
  const worker = service("worker");
  await supervisor.keep(worker);
  await supervisor.renew(worker);
  expect([lines("start").length, lines("stop").length]).toEqual([2, 1]);
  expect(fatalErrors).toEqual([]);
});
