// How fast a page of the list changes in a browser: from a click on "Próxima página" to 20 new rows painted.
// The reference is a bare fetch of the same page and JSON.parse, in the same tab. Other figures: layout shift
// (CLS), slow answers (Event Timing), and CPU of the tab's main thread, which other load does not change;
// then the slowest answers of a list of 50 rows with the tab slowed four times.
// `--notas N`: more of them; E2E_CHROMIUM: path of the browser.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type CDPSession, chromium, type Page } from "@playwright/test";
import { createWire, signInNewUser } from "../tests/setup/wire.ts";
import { fillConta, recountRollups } from "./lista/fill-conta.ts";
import { startHttp } from "./lista/start-http.ts";
import { measureSlowDesk } from "./virada/slow-desk.ts";

const { values: options } = parseArgs({ options: { notas: { type: "string", default: "800" } } });
const TURNS = 16;
const ROWS = 20;
/** How long a user looks at a page before the next one. */
const READING_MS = 400;
/** Target from click to paint, at the 75th percentile. */
const TARGET_MS = 100;
const LIST_PATH = "/dfe_recebidos?erp=todos&emissao=tudo";
const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome-stable"];

process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL;

const wire = await createWire();
const server = await startHttp(wire);
try {
  const { token, contaId } = await signInNewUser(wire);
  await fillConta(wire, { contaId, notas: Number(options.notas), days: 60 });
  await recountRollups(wire);
  await run(`http://127.0.0.1:${server.port}`, token);
} finally {
  await server.stop();
  await wire.dispose();
}
process.disconnect?.();

async function run(url: string, token: string): Promise<void> {
  const executablePath = process.env.E2E_CHROMIUM ?? BROWSERS.find((program) => fs.existsSync(program));
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: "pt-BR" });
    await page.addInitScript({ path: path.resolve(import.meta.dirname, "virada/page-script.js") });
    await page.addInitScript(`sessionStorage.setItem("malote-sessao", ${JSON.stringify(token)})`);
    await openList(page, url);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
    const calmTurns: number[] = [];
    const bareFetches: number[] = [];
    const cpuTimes: number[] = [];
    for (let n = 0; n < TURNS; n += 1) {
      bareFetches.push(await page.evaluate(`virada.fetchPage(${JSON.stringify({ token, pagina: n + 2 })})`));
      await page.waitForTimeout(READING_MS);
      const before = await readCpuTime(cdp);
      calmTurns.push(await turn(page));
      cpuTimes.push((await readCpuTime(cdp)) - before);
    }
    await openList(page, url);
    const hurriedTurns: number[] = [];
    for (let n = 0; n < TURNS; n += 1) hurriedTurns.push(await turn(page));
    const bare = { nome: "só o fetch da página e o JSON.parse", valor: at(bareFetches, 0.75) };
    report("clique → 20 linhas pintadas, p50", at(calmTurns, 0.5), { ...bare, valor: at(bareFetches, 0.5) });
    report("clique → 20 linhas pintadas, p75", at(calmTurns, 0.75), bare);
    report("o mesmo sem parar para ler, p75", at(hurriedTurns, 0.75), bare);
    report("processador da aba por virada, p75", at(cpuTimes, 0.75), { nome: "meta", valor: TARGET_MS });
    const { cls, worst } = await page.evaluate<{ cls: number; worst: number }>("virada.seen");
    report("pior resposta a um clique (Event Timing)", worst, { nome: "meta", valor: TARGET_MS });
    report("o que saiu do lugar (CLS × 1000)", cls * 1000, { nome: "bom, até 0,1", valor: 100 });
    for (const { what, ms } of await measureSlowDesk(page, cdp))
      report(`50 linhas, processador 4 vezes mais lento: ${what}`, ms, { nome: "meta", valor: TARGET_MS });
  } finally {
    await browser.close();
  }
}

async function openList(page: Page, url: string): Promise<void> {
  await page.goto(url + LIST_PATH);
  await page
    .locator("tbody [data-linha]")
    .nth(ROWS - 1)
    .waitFor();
}

/** Goes to the next page.
 * @returns ms from the click to the first frame with 20 new rows, measured in the page */
async function turn(page: Page): Promise<number> {
  await page.evaluate("virada.watchNextClick()");
  // A CSS selector: a search by role would read the names of the whole page, in the thread that is measured.
  await page.locator('button[aria-label="Próxima página"]').click();
  return await page.evaluate("virada.painted");
}

/** @returns CPU time of the tab's main thread so far, in ms */
async function readCpuTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function report(nome: string, nosso: number, referencia: { nome: string; valor: number }): void {
  process.send?.({ medida: { nome, unidade: nome.includes("CLS") ? "" : "ms", nosso, referencia } });
}
