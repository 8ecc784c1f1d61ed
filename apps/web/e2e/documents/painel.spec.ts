import { expect, type Locator, type Page, test } from "@playwright/test";
import { covers } from "../support/routes.ts";
import { signIn } from "../support/sandbox.ts";
import { dayBefore, readTotals, today, waitData } from "../support/totals.ts";

const numberOf = async (place: Locator): Promise<number> =>
  Number(((await place.first().textContent()) ?? "").replace(/\D/g, ""));

const kpi = (page: Page, chave: string): Locator => page.locator(`[data-kpi="${chave}"]`);

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
    // Other stories send e-mails meanwhile: what they change may move the page, and is not its loading.
    await page.route("**/novidades/fluxo", (route) => route.abort());
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
