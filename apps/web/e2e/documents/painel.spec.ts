import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { covers } from "../support/routes.ts";
import { PIPELINE_MS, playScenarios, rpc, signIn } from "../support/sandbox.ts";

type Totals = { totalDFe: number; totalNFe: number; totalEmails: number; totalDivergenciaDFe: number };

/** Today in the demo conta's time zone. */
const today = (): string => new Date().toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" });
const dayBefore = (dias: number): string =>
  new Date(Date.parse(`${today()}T12:00:00Z`) - dias * 86_400_000).toISOString().slice(0, 10);

async function readTotals(page: Page, token: string): Promise<Totals> {
  const searchDateRange = { de: dayBefore(6), ate: today() };
  const params = { searchTipoAnalise: "E", searchDateRange };
  return ((await rpc(page, "Painel.getEstatistica", params, token)) as { object: Totals }).object;
}

/** Ensures that there are documents to count. */
async function waitData(page: Page, token: string): Promise<void> {
  if ((await readTotals(page, token)).totalNFe > 0) return;
  await playScenarios(page, ["nota-autorizada", "cte-e-mdfe"]);
  await expect
    .poll(async () => (await readTotals(page, token)).totalNFe, { timeout: PIPELINE_MS })
    .toBeGreaterThan(0);
}

const numberOf = async (place: Locator): Promise<number> =>
  Number(((await place.textContent()) ?? "").replace(/\D/g, ""));

const kpi = (page: Page, chave: string): Locator => page.locator(`[data-kpi="${chave}"]`);
const menuOf = (page: Page, name: string): Locator =>
  page.getByRole("button", { name: `Menu do gráfico ${name}` });

/** @source Layout Instability API */
type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Node | null }[];
};

/** Records the layout shifts of the page content; the shell around it is ignored. */
async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { shifted: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        const here = entry.sources.some(({ node }) => node?.parentElement?.closest("main"));
        if (!entry.hadRecentInput && here) seen.shifted += entry.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

test(
  "the nine figures of the painel appear before its charts, nothing shifts, and a figure links to its documents",
  covers("/painel"),
  async ({ page }) => {
    const token = await signIn(page);
    await waitData(page, token);
    await watchPage(page);
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/ColumnChart/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/painel");
    await expect(kpi(page, "NFe")).toBeVisible();
    await expect(page.locator("[data-kpi]")).toHaveCount(9);
    await expect(page.locator(".highcharts-container")).toHaveCount(0);
    release();
    await expect(page.locator(".highcharts-container")).toHaveCount(2);
    const shifted = await page.evaluate(
      () => (window as unknown as { seen: { shifted: number } }).seen.shifted,
    );
    expect(shifted, "CLS").toBeLessThan(0.005);
    const { totalNFe } = await readTotals(page, token);
    const shown = await numberOf(kpi(page, "NFe").locator(".num"));
    expect(shown).toBeLessThanOrEqual(totalNFe);
    await kpi(page, "NFe").click();
    await expect(page).toHaveURL(
      new RegExp(
        `/dfe_recebidos\\?erp=todos&emissao=${dayBefore(6)}\\.\\.${today()}&tipo=NFe&situacao=fora-de-quarentena$`,
      ),
    );
    await page.reload();
    await expect
      .poll(async () => await numberOf(page.getByText(/documentos?$/).last()))
      .toBeGreaterThanOrEqual(shown);
  },
);

test(
  "a chart is downloaded as PNG at scale 2, as JPEG and as SVG, drawn by Malote's own server",
  covers("/painel"),
  async ({ page }) => {
    const token = await signIn(page);
    await waitData(page, token);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto("/painel");
    const name = `dfe-capturados-${dayBefore(6)}-a-${today()}`;
    const files: Record<string, Buffer> = {};
    for (const [item, fim] of [
      ["Baixar PNG", "png"],
      ["Baixar JPEG", "jpg"],
      ["Baixar SVG", "svg"],
    ] as const) {
      await menuOf(page, "DF-e capturados").click();
      const [request, download] = await Promise.all([
        page.waitForRequest("**/Services/exportChart"),
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: item }).click(),
      ]);
      expect(request.method()).toBe("POST");
      expect(request.headers()["content-type"]).toMatch(/^multipart\/form-data/);
      expect(download.suggestedFilename()).toBe(`${name}.${fim}`);
      files[fim] = await readFile(await download.path());
    }
    // PNG: 800 × 400 at scale 2.
    expect(files.png?.subarray(1, 4).toString()).toBe("PNG");
    expect([files.png?.readUInt32BE(16), files.png?.readUInt32BE(20)]).toEqual([1_600, 800]);
    expect(files.jpg?.subarray(0, 2).toString("hex")).toBe("ffd8");
    const svg = files.svg?.toString() ?? "";
    expect(svg).toMatch(/^<svg [^>]*width="800" height="400"/);
    for (const text of ["DF-e capturados", "NF-e", "CT-e OS", "#1F7A5A"]) {
      expect(svg.toLowerCase()).toContain(text.toLowerCase());
    }
    expect(svg, "the numbers of its scale").toMatch(/text-anchor="end"[^>]*>[\d.]+<\/text>/);
    expect(svg).not.toMatch(/var\(--|<style|<script|href/);
    const { host } = new URL(page.url());
    const foreign = asked.filter((url) => !/^(data|blob):/.test(url) && new URL(url).host !== host);
    expect(foreign).toEqual([]);
  },
);
