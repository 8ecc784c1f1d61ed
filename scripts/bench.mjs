// `npm run bench -- NAME [--json]`: measures Malote and a named reference in the same run, with their ratio.
// A benchmark is bench/NAME.ts of any package; it sends each measure over IPC: process.send({ medida: {…} }).
// Those of apps get DATABASE_URL (their own PostgreSQL, with fsync), DATA_DIR and MALOTE_KEY.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import os from "node:os";
import { openTestDatabase } from "./postgres/test-database.mjs";
import { endWith } from "./run/cleanup.mjs";
import { runCommand } from "./run/command.mjs";
import { findScript } from "./run/package-script.mjs";
import { buildWeb, generateClient } from "./setup/build.mjs";
import { install } from "./setup/install.mjs";
import { CommandError } from "./setup/log.mjs";
import { root } from "./setup/root.mjs";
import { neutralEnv } from "./testing/malote.mjs";

/** @typedef {import("./run/cleanup.mjs").Cleanup} Cleanup */

/** One measure. unidade: e.g. "e-mails/s", "ms"; referencia: the reference, measured in the same run.
 * @typedef {{ nome: string, unidade: string, nosso: number,
 *   referencia: { nome: string, valor: number } }} Medida */

/** Describes the machine: figures of different machines do not compare.
 * @returns {{ cpu: string, cores: number, node: string, system: string }} */
function machine() {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model.trim() ?? "?",
    cores: cpus.length,
    node: process.version,
    system: `${os.platform()} ${os.release()}`,
  };
}

/** Ours divided by the reference; null when the reference is 0. @param {Medida} medida */
const ratio = ({ nosso, referencia }) => (referencia.valor === 0 ? null : nosso / referencia.valor);

/** @param {number} value */
const figure = (value) => value.toLocaleString("pt-BR", { maximumFractionDigits: value < 10 ? 2 : 0 });

/** @param {Medida[]} medidas */
function printTable(medidas) {
  const head = ["medida", "Malote", "referência", "valor", "razão"];
  const rows = medidas.map((medida) => [
    medida.nome,
    `${figure(medida.nosso)} ${medida.unidade}`,
    medida.referencia.nome,
    `${figure(medida.referencia.valor)} ${medida.unidade}`,
    `${figure(ratio(medida) ?? Number.NaN)}×`,
  ]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? "").length)),
  );
  for (const row of [head, ...rows])
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
}

/** @param {{ file: string, args: string[], env: NodeJS.ProcessEnv, cleanup: Cleanup, json: boolean }} run
 * @returns {Promise<Medida[]>} */
async function measure({ file, args, env, cleanup, json }) {
  // With --json, stdout carries only the report: the output of the benchmark goes to stderr.
  const output = json ? process.stderr : "inherit";
  const child = spawn(process.execPath, ["--import", "tsx", file, ...args], {
    cwd: root,
    env,
    stdio: ["ignore", output, "inherit", "ipc"],
  });
  const exited = endWith(cleanup, child);
  /** @type {Medida[]} */
  const medidas = [];
  child.on("message", (/** @type {{ medida?: Medida } | null} */ message) => {
    if (message?.medida) medidas.push(message.medida);
  });
  const code = await exited;
  if (code !== 0) throw new CommandError(`A medição falhou (código ${code}).`);
  return medidas;
}

/** Prepares what a server benchmark needs. @param {Cleanup} cleanup
 * @returns {Promise<NodeJS.ProcessEnv>} its environment */
async function openServer(cleanup) {
  await Promise.all([generateClient(), buildWeb()]);
  const { url, dataDir } = await openTestDatabase(cleanup, { durable: true });
  return { DATABASE_URL: url, DATA_DIR: dataDir, MALOTE_KEY: randomBytes(32).toString("base64") };
}

/** @param {Cleanup} cleanup */
async function bench(cleanup) {
  const json = process.argv.includes("--json");
  const args = process.argv.slice(2).filter((arg) => arg !== "--json");
  const usage = "npm run bench -- NOME [--json]";
  const { name, file, rest, needsDatabase } = findScript({ place: "bench", usage, args });
  await install();
  const env = { ...neutralEnv(), ...(needsDatabase ? await openServer(cleanup) : {}) };
  const medidas = await measure({ file, args: rest, env, cleanup, json });
  const { cpu, cores, node, system } = machine();
  if (json) {
    const rows = medidas.map((medida) => ({ ...medida, razao: ratio(medida) }));
    console.log(
      JSON.stringify({ bench: name, machine: { cpu, cores, node, system }, medidas: rows }, null, 2),
    );
    return 0;
  }
  printTable(medidas);
  console.log(`\n${cpu}, ${cores} núcleos, Node ${node}, ${system}. Compare razões, não números absolutos.`);
  return 0;
}

await runCommand(bench);
