// Run by scripts/lighthouse.mjs with a Node that Lighthouse supports; prints one line of JSON per run.
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const { LIGHTHOUSE_DIR = "", LIGHTHOUSE_TASK = "{}" } = process.env;
const require = createRequire(path.join(LIGHTHOUSE_DIR, "package.json"));
const load = (/** @type {string} */ name) => import(pathToFileURL(require.resolve(name)).href);

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const METRICS = {
  fcp: "first-contentful-paint",
  lcp: "largest-contentful-paint",
  tbt: "total-blocking-time",
  cls: "cumulative-layout-shift",
};
const CHROME_FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--lang=pt-BR",
];
/** Key under which the application stores the session of a tab (apps/web/src/rpc/session/session.ts). */
const SESSION_KEY = "malote-sessao";

/** @typedef {{ nome: string, route: string, signedIn?: boolean }} Pagina */
/** The parts that we read of Lighthouse's report.
 * @typedef {{ audits: Record<string, { id: string, score: number | null, displayValue?: string,
 *   numericValue?: number, details?: { items: { cumulativeLayoutShiftMainFrame?: number }[] } }>,
 *   categories: Record<string, { score: number | null,
 *   auditRefs: { id: string, weight: number }[] }>, environment: { benchmarkIndex: number },
 *   runtimeError?: { message: string } }} Report */

/** @typedef {{ token: string, cookie: string }} Session */
/** @type {{ url: string, vezes: number, chromePath: string, session: Session | null, paginas: Pagina[] }} */
const task = JSON.parse(LIGHTHOUSE_TASK);
const { default: lighthouse, desktopConfig } = await load("lighthouse");
const { launch } = await load("chrome-launcher");
const { default: puppeteer } = await load("puppeteer-core");

/** @param {string} nome @param {Report} report @returns {import("../lighthouse.mjs").Medida} */
function read(nome, { categories, audits, environment }) {
  const scores = CATEGORIES.map((id) => [id, Math.round((categories[id]?.score ?? 0) * 100)]);
  const times = Object.entries(METRICS).map(([id, audit]) => [id, audits[audit]?.numericValue ?? 0]);
  // Of the page itself: the browser's PDF viewer moves its own content in a frame of the page.
  const cls = audits["cumulative-layout-shift"]?.details?.items[0]?.cumulativeLayoutShiftMainFrame;
  if (cls !== undefined) times.push(["cls", cls]);
  const weighted = new Set(
    CATEGORIES.flatMap((id) =>
      (categories[id]?.auditRefs ?? []).filter(({ weight }) => weight > 0).map((ref) => ref.id),
    ),
  );
  const failedAudits = Object.values(audits)
    .filter(({ id, score }) => weighted.has(id) && score !== null && score < 0.9)
    .map(({ id, displayValue }) => (displayValue ? `${id}: ${displayValue}` : id));
  const machine = ["machine", environment.benchmarkIndex];
  return { nome, figures: Object.fromEntries([...scores, ...times, machine]), failedAudits };
}

/** @param {{ port: number }} chrome @param {Pagina} pagina */
async function measure(chrome, { nome, route, signedIn }) {
  const browser = await puppeteer.connect({
    browserURL: `http://127.0.0.1:${chrome.port}`,
    defaultViewport: null,
  });
  const page = await browser.newPage();
  try {
    if (signedIn && task.session) {
      const [name = "", value = ""] = task.session.cookie.split("=");
      await page.setCookie({ name, value, url: `${task.url}/Services/` });
      const keep = (/** @type {string} */ key, /** @type {string} */ token) => {
        if (window.top === window && location.protocol.startsWith("http")) sessionStorage.setItem(key, token);
      };
      await page.evaluateOnNewDocument(keep, SESSION_KEY, task.session.token);
    }
    const flags = { output: "json", logLevel: "error", onlyCategories: CATEGORIES };
    const result = await lighthouse(task.url + route, flags, signedIn ? desktopConfig : undefined, page);
    if (!result || result.lhr.runtimeError) throw new Error(`${route}: ${result?.lhr.runtimeError?.message}`);
    return read(nome, result.lhr);
  } finally {
    await page.close();
    await browser.disconnect();
  }
}

const chrome = await launch({ chromePath: task.chromePath, chromeFlags: CHROME_FLAGS });
try {
  for (const pagina of task.paginas) {
    for (let run = 0; run < task.vezes; run += 1) {
      console.log(JSON.stringify(await measure(chrome, pagina)));
    }
  }
} finally {
  chrome.kill();
}
