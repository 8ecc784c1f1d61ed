// `npm run bench -- NAME [--json]`: ours beside a named reference, in the same run, and the ratio.
// A benchmark is bench/NAME.ts of any room and tells each measure over IPC: process.send({ medida: {…} }) with the fields
// below. Those of apps find DATABASE_URL (a PostgreSQL of its own, with fsync), DATA_DIR and MALOTE_KEY in their environment.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import os from "node:os";
import { openTestDatabase } from "./postgres/test-database.mjs";
import { runCommand } from "./run/command.mjs";
import { findScript } from "./run/room-script.mjs";
import { buildWeb, generateClient } from "./setup/build.mjs";
import { install } from "./setup/install.mjs";
import { Halt } from "./setup/log.mjs";
import { root } from "./setup/root.mjs";
import { neutralEnv } from "./testing/malote.mjs";

/** One measure. unidade: e.g. "e-mails/s", "ms"; referencia: what ours is compared with, measured in the same run.
 * @typedef {{ nome: string, unidade: string, nosso: number, referencia: { nome: string, valor: number } }} Medida */

/** @returns {{ cpu: string, cores: number, node: string, system: string }} the machine, without which a figure says nothing */
function machine() {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model.trim() ?? "?",
    cores: cpus.length,
    node: process.version,
    system: `${os.platform()} ${os.release()}`,
  };
}

/** @param {Medida} medida ours divided by the reference */
const ratio = ({ nosso, referencia }) => (referencia.valor === 0 ? null : nosso / referencia.valor);

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
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  for (const row of [head, ...rows])
    console.log(row.map((cell, column) => cell.padEnd(widths[column])).join("  "));
}

/** @param {{ file: string, args: string[], env: NodeJS.ProcessEnv, closing: any, json: boolean }} run @returns {Promise<Medida[]>} */
async function measure({ file, args, env, closing, json }) {
  // With --json the standard output is the report alone; what the benchmark says goes to the other one.
  const output = json ? process.stderr : "inherit";
  const child = spawn(process.execPath, ["--import", "tsx", file, ...args], {
    cwd: root,
    env,
    stdio: ["ignore", output, "inherit", "ipc"],
  });
  const gone = new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  closing.later(() => {
    if (child.exitCode === null && child.kill("SIGTERM")) return gone;
  });
  /** @type {Medida[]} */
  const medidas = [];
  child.on("message", (/** @type {any} */ message) => {
    if (message?.medida) medidas.push(message.medida);
  });
  const code = await gone;
  if (code !== 0) throw new Halt(`A medição falhou (código ${code}).`);
  return medidas;
}

/** What a benchmark of the server needs. @returns {Promise<NodeJS.ProcessEnv>} */
async function openServer(closing) {
  await Promise.all([generateClient(), buildWeb()]);
  const { url, dataDir } = await openTestDatabase(closing, { durable: true });
  return { DATABASE_URL: url, DATA_DIR: dataDir, MALOTE_KEY: randomBytes(32).toString("base64") };
}

async function bench(closing) {
  const json = process.argv.includes("--json");
  const args = process.argv.slice(2).filter((arg) => arg !== "--json");
  const use = "npm run bench -- NOME [--json]";
  const { name, file, rest, needsDatabase } = findScript({ place: "bench", use, args });
  await install();
  const env = { ...neutralEnv(), ...(needsDatabase ? await openServer(closing) : {}) };
  const medidas = await measure({ file, args: rest, env, closing, json });
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
