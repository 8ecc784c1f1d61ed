// `npm run memoria`: memory (PSS) of each process of an idle `npm start`, after a full build and without it.
// Linux only. `-- --espera 60`: seconds to wait before measuring.
import { spawn } from "node:child_process";
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { temporaryFolder } from "./postgres/test-database.mjs";
import { endWith } from "./run/cleanup.mjs";
import { runCommand } from "./run/command.mjs";
import { anyPort } from "./run/ports.mjs";
import { install } from "./setup/install.mjs";
import { CommandError } from "./setup/log.mjs";
import { root } from "./setup/root.mjs";
import { deleteStamps } from "./setup/stamp.mjs";
import { neutralEnv } from "./testing/malote.mjs";
import { processTree } from "./testing/process-tree.mjs";

/** @typedef {import("./run/cleanup.mjs").Cleanup} Cleanup */

/** Part of a command line → name of its row. First match wins. @type {[part: string, row: string][]} */
const ROWS = [
  ["npm start", "npm"],
  ["scripts/start.mjs", "npm start (supervisor)"],
  ["dist/http.mjs", "http"],
  ["dist/worker.mjs", "worker"],
  ["sandbox/dist/main.mjs", "sandbox"],
  ["esbuild", "esbuild"],
  ["postgres", "PostgreSQL"],
];

/** @param {string} command */
const rowOf = (command) =>
  ROWS.find(([part]) => command.includes(part))?.[1] ?? `outro: ${command.slice(0, 60)}`;

/** Starts Malote and waits until it is ready.
 * @param {Cleanup} cleanup @returns {Promise<{ pid: number, end: () => Promise<unknown> }>} */
async function openMalote(cleanup) {
  const dataDir = temporaryFolder(cleanup, "memoria", { durable: true });
  const [port, sandboxPort, feedPort] = [await anyPort(), await anyPort(), await anyPort()];
  const ports = {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    FEED_PORT: String(feedPort),
    SANDBOX_LIVE_MAIL: "0",
    SANDBOX_HISTORY: "0",
  };
  const child = spawn("npm", ["start", "--", "--sem-env"], {
    cwd: root,
    env: { ...neutralEnv(), DATA_DIR: dataDir, ...ports },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = endWith(cleanup, child);
  const end = async () => {
    child.kill("SIGTERM");
    return exited;
  };
  const ready = new Promise((resolve) => {
    child.stdout.on("data", (text) => String(text).includes("Malote pronto em ") && resolve(true));
  });
  if ((await Promise.race([ready, exited])) !== true) throw new CommandError("O Malote não abriu.");
  return { pid: child.pid ?? 0, end };
}

/** @param {Cleanup} cleanup @param {number} restMs idle time before measuring
 * @returns {Promise<Map<string, number>>} row → MB */
async function measure(cleanup, restMs) {
  const malote = await openMalote(cleanup);
  await sleep(restMs);
  /** @type {Map<string, number>} */
  const rows = new Map();
  for (const { command, pssKb } of processTree(malote.pid)) {
    const row = rowOf(command);
    rows.set(row, (rows.get(row) ?? 0) + pssKb / 1024);
  }
  await malote.end();
  return rows;
}

/** @param {Map<string, number>} built with a full build before @param {Map<string, number>} warm without */
function printTable(built, warm) {
  const show = (/** @type {number | undefined} */ value) => (value ?? 0).toFixed(1).padStart(10);
  console.log(`${"processo".padEnd(28)}  ${"montado".padStart(8)}  ${"de novo".padStart(8)}  MB de PSS`);
  for (const name of new Set([...built.keys(), ...warm.keys()]))
    console.log(`${name.padEnd(26)}${show(built.get(name))}${show(warm.get(name))}`);
  const sum = (/** @type {Map<string, number>} */ rows) => [...rows.values()].reduce((a, b) => a + b, 0);
  console.log(`${"total".padEnd(26)}${show(sum(built))}${show(sum(warm))}`);
}

/** @param {Cleanup} cleanup */
async function memoria(cleanup) {
  if (!fs.existsSync("/proc/self/smaps_rollup"))
    throw new CommandError("Só o Linux diz quanta memória é de cada processo.");
  const { values } = parseArgs({ options: { espera: { type: "string", default: "30" } } });
  await install();
  deleteStamps(["prisma", "server", "sandbox", "web"]);
  const restMs = Number(values.espera) * 1000;
  const built = await measure(cleanup, restMs);
  printTable(built, await measure(cleanup, restMs));
  return 0;
}

await runCommand(memoria);
