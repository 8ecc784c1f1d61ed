import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { covers } from "../support/routes.ts";
import { findViolations, PIPELINE_MS, playScenarios, rpc, signIn } from "../support/sandbox.ts";

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
const chartOf = (page: Page, name: string): Locator => page.getByRole("region", { name: name, exact: true });
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
  "side, period and empresa of the painel are in the URL, survive a reload, and are described in words",
  covers("/painel"),
  async ({ page }) => {
    await signIn(page);
    await page.goto("/painel");
    await page.getByRole("button", { name: "DF-e emitidos" }).click();
    await expect(page).toHaveURL(/papel=S/);
    await page.getByRole("button", { name: /^Período: .*7 dias, por dia/ }).click();
    await page.getByRole("button", { name: "Últimos 90 dias" }).click();
    await expect(page).toHaveURL(/periodo=90d/);
    await expect(page.getByRole("button", { name: /90 dias, por semana/ })).toBeVisible();
    const empresa = page.getByLabel("Empresa", { exact: true });
    await empresa.selectOption({ index: 1 });
    await expect(page).toHaveURL(/empresa=[0-9A-Z]{14}/);
    await page.reload();
    await expect(page.getByRole("button", { name: "DF-e emitidos" })).toHaveAttribute("aria-pressed", "true");
    await page.getByRole("button", { name: "Limpar Empresa" }).click();
    await expect(page).not.toHaveURL(/empresa=/);

    await page.getByRole("button", { name: /^Período:/ }).click();
    const datas = page.getByRole("form", { name: "Escolher datas" });
    await datas.getByRole("textbox", { name: "Período de" }).fill("31/12/2025");
    await datas.getByRole("textbox", { name: "Período até" }).fill("01/12/2025");
    await datas.getByRole("button", { name: "Aplicar" }).click();
    await expect(datas.getByText("A data inicial vem depois da final.")).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await datas.getByRole("textbox", { name: "Período até" }).fill("31/12/2025");
    await datas.getByRole("button", { name: "Aplicar" }).click();
    await expect(page).toHaveURL(/periodo=2025-12-31\.\.2025-12-31/);
    await expect(page.getByText("Não há dados para o filtro selecionado.")).toHaveCount(2);
    await expect(page.getByRole("button", { name: /1 dia, por dia/ })).toBeVisible();
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

test("a zoom in one chart applies to the other chart until the user undoes it", async ({ page }) => {
  await signIn(page);
  await page.goto("/painel");
  const labels = (name: string): Locator =>
    chartOf(page, name).locator(".highcharts-xaxis-labels text:visible");
  await expect(labels("DF-e capturados")).toHaveCount(7);
  const box = await chartOf(page, "E-mails recebidos").locator(".highcharts-plot-background").boundingBox();
  if (!box) throw new Error("no chart");
  await page.mouse.move(box.x + box.width * 0.45, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.95, box.y + 60, { steps: 4 });
  await page.mouse.up();
  for (const name of ["E-mails recebidos", "DF-e capturados"]) {
    await expect.poll(async () => await labels(name).count()).toBeLessThan(7);
  }
  await chartOf(page, "DF-e capturados").getByRole("button", { name: "Desfazer zoom" }).click();
  await expect(labels("E-mails recebidos")).toHaveCount(7);
});

test("a chart column links to the documents of its day and type; charts follow the theme at once", async ({
  page,
}) => {
  const token = await signIn(page);
  await waitData(page, token);
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
  await page.goto("/painel");
  const grid = chartOf(page, "DF-e capturados").locator(".highcharts-yaxis-grid path").first();
  const light = await grid.getAttribute("stroke");
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "dark" });
  await expect.poll(async () => await grid.getAttribute("stroke")).not.toBe(light);
  const nfe = chartOf(page, "DF-e capturados").locator(
    ".highcharts-series-0 .highcharts-point:not([height='0'])",
  );
  await nfe.last().click({ force: true });
  await expect(page).toHaveURL(/dfe_recebidos\?erp=todos&emissao=(\d{4}-\d\d-\d\d)\.\.\1&tipo=NFe/);
});

test(
  "the map and the table of UFs share the highlight, can be sorted, and link to the documents of a UF",
  covers("/painel"),
  async ({ page }) => {
    const token = await signIn(page);
    await waitData(page, token);
    await page.goto("/painel?tab=page2");
    const map = page.getByRole("navigation", { name: "Mapa das UFs" });
    const tile = map.locator("[data-uf]").first();
    const uf = (await tile.getAttribute("data-uf")) ?? "";
    const row = page.getByRole("row", { name: new RegExp(`^${uf} `) });
    await tile.hover();
    await expect(row).toHaveAttribute("data-selecionada", "true");
    await row.getByRole("link").focus();
    await expect(tile).toHaveAttribute("data-alvo", "true");
    await page.getByRole("button", { name: "Ordenar por Valor" }).click();
    await expect(page.getByRole("columnheader", { name: /Valor/ })).toHaveAttribute(
      "aria-sort",
      "descending",
    );
    await page.reload();
    await expect(page).toHaveURL(/tab=page2.*ordem=valor/);
    await expect(page.getByRole("columnheader", { name: /Valor/ })).toHaveAttribute(
      "aria-sort",
      "descending",
    );
    await page.getByRole("button", { name: "Valor", exact: true }).click();
    await expect(tile).toContainText("R$");
    await tile.click();
    await expect(page).toHaveURL(new RegExp(`dfe_recebidos.*uf=${uf}`));
    await expect(page.locator("[data-linha]").first()).toBeVisible();
  },
);
