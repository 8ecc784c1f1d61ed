// How fast a page of the list changes in a browser: from a click on "Próxima página" to 20 new rows painted.
// The reference is a bare fetch of the same page and JSON.parse, in the same tab. Other figures: layout shift
// (CLS), slow answers (Event Timing), and CPU of the tab's main thread, which other load does not change.
// `--notas N`: more of them; E2E_CHROMIUM: path of the browser.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type CDPSession, chromium, type Page } from "@playwright/test";
import { createWire, enter } from "../tests/wire.ts";
import { fillConta, settle } from "./lista/acervo.ts";
import { startHttp } from "./lista/servidor.ts";

const { values: opcoes } = parseArgs({ options: { notas: { type: "string", default: "800" } } });
const VIRADAS = 16;
const LINHAS = 20;
/** How long a user looks at a page before the next one. */
const LEITURA_MS = 400;
/** Target from click to paint, at the 75th percentile (issue 8). */
const META_MS = 100;
const LISTA = "/dfe_recebidos?erp=todos&emissao=tudo";
const NAVEGADORES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome-stable"];

process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL;

const wire = await createWire();
const server = await startHttp(wire);
try {
  const { token, contaId } = await enter(wire);
  await fillConta(wire, { contaId, notas: Number(opcoes.notas), dias: 60 });
  await settle(wire);
  await run(`http://127.0.0.1:${server.port}`, token);
} finally {
  await server.stop();
  await wire.dispose();
}
process.disconnect?.();

async function run(url: string, token: string): Promise<void> {
  const executablePath = process.env.E2E_CHROMIUM ?? NAVEGADORES.find((program) => fs.existsSync(program));
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: "pt-BR" });
    await page.addInitScript({ path: path.resolve(import.meta.dirname, "virada/na-pagina.js") });
    await page.addInitScript(`sessionStorage.setItem("malote-sessao", ${JSON.stringify(token)})`);
    await openLista(page, url);
    await page.waitForLoadState("networkidle");
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
    const calmas: number[] = [];
    const nuas: number[] = [];
    const trabalho: number[] = [];
    for (let n = 0; n < VIRADAS; n += 1) {
      nuas.push(await page.evaluate(`virada.fetchPagina(${JSON.stringify({ token, pagina: n + 2 })})`));
      await page.waitForTimeout(LEITURA_MS);
      const before = await readTrabalho(cdp);
      calmas.push(await turn(page));
      trabalho.push((await readTrabalho(cdp)) - before);
    }
    await openLista(page, url);
    const apressadas: number[] = [];
    for (let n = 0; n < VIRADAS; n += 1) apressadas.push(await turn(page));
    const nua = { nome: "só o fetch da página e o JSON.parse", valor: at(nuas, 0.75) };
    report("clique → 20 linhas pintadas, p50", at(calmas, 0.5), { ...nua, valor: at(nuas, 0.5) });
    report("clique → 20 linhas pintadas, p75", at(calmas, 0.75), nua);
    report("o mesmo sem parar para ler, p75", at(apressadas, 0.75), nua);
    report("processador da aba por virada, p75", at(trabalho, 0.75), { nome: "meta", valor: META_MS });
    const { cls, pior } = await page.evaluate<{ cls: number; pior: number }>("virada.visto");
    report("pior resposta a um clique (Event Timing)", pior, { nome: "meta", valor: META_MS });
    report("o que saiu do lugar (CLS × 1000)", cls * 1000, { nome: "bom, até 0,1", valor: 100 });
  } finally {
    await browser.close();
  }
}

async function openLista(page: Page, url: string): Promise<void> {
  await page.goto(url + LISTA);
  await page
    .locator("tbody [data-linha]")
    .nth(LINHAS - 1)
    .waitFor();
}

/** Goes to the next page.
 * @returns ms from the click to the first frame with 20 new rows, measured in the page */
async function turn(page: Page): Promise<number> {
  await page.evaluate("virada.espera()");
  // A CSS selector: a search by role would read the names of the whole page, in the thread that is measured.
  await page.locator('button[aria-label="Próxima página"]').click();
  return await page.evaluate("virada.pintou");
}

/** @returns CPU time of the tab's main thread so far, in ms */
async function readTrabalho(cdp: CDPSession): Promise<number> {
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
