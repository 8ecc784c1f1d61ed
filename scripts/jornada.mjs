// `npm run jornada`: what a newcomer sees in the first minute after `npm start`, and ten jobs of an analyst,
// counted in clicks, keys and seconds. Writes docs/telas/primeiro-minuto.jpg and prints the table.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { doJobs } from "./journey/jobs.mjs";
import { temporaryFolder } from "./postgres/test-database.mjs";
import { runCommand } from "./run/command.mjs";
import { root } from "./setup/root.mjs";
import { findBrowser } from "./testing/browser.mjs";
import { openTestMalote } from "./testing/malote.mjs";

/** @typedef {import("@playwright/test").Page} Page */

const FILM = path.join(root, "docs/telas/primeiro-minuto.jpg");
const SIZE = { width: 1440, height: 900 };
const ARRIVAL_MS = 60_000;

/** Pictures with the second in which each was taken. */
class Film {
  /** @type {{ file: string, second: number, words: string }[]} */
  frames = [];
  started = performance.now();

  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
  }

  /** @param {Page} page @param {string} words */
  async take(page, words) {
    const file = `quadro-${this.frames.length}.png`;
    const second = (performance.now() - this.started) / 1000;
    await page.screenshot({ path: path.join(this.folder, file) });
    this.frames.push({ file, second, words });
    console.log(`${second.toFixed(1)} s: ${words}`);
  }

  /** @param {Page} page draws the sheet */
  async develop(page) {
    const figures = this.frames.map(
      ({ file, second, words }) =>
        `<figure><figcaption>${second.toFixed(0)} s · ${words}</figcaption><img src="${file}"></figure>`,
    );
    const html = path.join(this.folder, "filme.html");
    fs.writeFileSync(
      html,
      `<!doctype html><meta charset="utf-8"><style>
      body { display: grid; grid-template-columns: repeat(3, 1fr); gap: 16px; margin: 16px; background: #777; font: 18px sans-serif; color: #fff }
      figure { margin: 0 } img { width: 100%; margin-top: 4px }</style>${figures.join("")}`,
    );
    await page.setViewportSize({ width: 2_000, height: 800 });
    await page.goto(pathToFileURL(html).href, { waitUntil: "load" });
    await page.screenshot({ path: FILM, type: "jpeg", quality: 78, fullPage: true });
  }
}

/** @param {Page} page @param {Film} film @param {{ url: string, output: string }} malote */
async function filmFirstMinute(page, film, { url, output }) {
  const text = `$ npm start\n${output}`.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  await page.setContent(`<body style="background:#111;color:#ddd"><pre style="font:18px monospace">${text}`);
  await film.take(page, "npm start");
  await page.goto(url);
  await page.getByRole("link", { name: "Entrar na demonstração" }).first().waitFor();
  await page.waitForLoadState("networkidle"); // its picture
  await film.take(page, "a página inicial");
  await page.getByRole("link", { name: "Entrar na demonstração" }).first().click();
  await page.locator("[data-kpi]").first().waitFor();
  await sleep(1_500); // its charts
  await film.take(page, "o painel, depois de um clique");
  await page.keyboard.press("Escape");
  await page.goto(`${url}/dfe_recebidos`);
  await page.locator("tbody [data-linha]").first().waitFor();
  await film.take(page, "os documentos recebidos");
  const arrivals = page.getByRole("button", { name: /^\d+ novos?$/ });
  await arrivals.waitFor({ timeout: ARRIVAL_MS });
  await film.take(page, "um documento chega sozinho");
  await arrivals.click();
  await page.locator("tbody [data-linha] td").nth(4).click();
  await sleep(1_000);
  await film.take(page, "ele ao lado da lista");
}

await runCommand(async (cleanup) => {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ["--no-sandbox"] });
  cleanup.defer(() => browser.close());
  const film = new Film(temporaryFolder(cleanup, "filme"));
  const malote = await openTestMalote(cleanup, { living: true });
  const page = await browser.newPage({ viewport: SIZE, locale: "pt-BR", timezoneId: "America/Sao_Paulo" });
  await filmFirstMinute(page, film, malote);
  const jobs = await doJobs(page, malote.url);
  await film.develop(page);
  console.log("\n| trabalho | cliques | teclas | segundos |\n| --- | --- | --- | --- |");
  for (const { name, clicks, keys, seconds } of jobs)
    console.log(`| ${name} | ${clicks} | ${keys} | ${seconds.toFixed(1)} |`);
  return 0;
});
