import fs from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { addBrokenCaixa, signInOperator } from "../support/operator.ts";
import { covers, type Route } from "../support/routes.ts";
import { PIPELINE_MS } from "../support/sandbox.ts";

const ROUTE: Route = "/operacao/:pagina?";

test(
  "an operator sees failing mailboxes with the reason, warns a conta, and downloads the diagnostics",
  covers(ROUTE),
  async ({ page }) => {
    const { who, token } = await signInOperator(page);
    const caixa = await addBrokenCaixa(page, token);
    await page.goto("/painel");
    await page.getByRole("button", { name: /^Menu de / }).click();
    await page.getByRole("menuitem", { name: "Operação" }).click();
    await expect(page.getByText(/^Atualizado (agora|há \d+ s)$/)).toBeVisible();

    // The overview shows the five longest failures, also those of other tests; the page shows all.
    await expect(page.getByRole("region", { name: "Caixas com erro" })).toBeVisible();
    await page.getByRole("link", { name: "Caixas", exact: true }).click();
    await page.getByRole("link", { name: /^Com erro/ }).click();

    // A conta outside the demo cannot reach internal addresses; it can be warned once a day.
    const row = page.getByRole("row").filter({ hasText: caixa });
    await expect(row).toContainText("endereço interno", { timeout: PIPELINE_MS });
    await row.getByRole("button", { name: `Avisar a conta sobre ${caixa}` }).click();
    await expect(row).toContainText("avisada hoje");
    await page.getByRole("link", { name: "Operação", exact: true }).click();

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Baixar diagnóstico" }).click(),
    ]);
    const bytes = await fs.readFile(await download.path());
    expect(bytes.length).toBeGreaterThan(500);
    expect(bytes.includes(who.senha)).toBe(false);

    await page.getByRole("link", { name: "Registros" }).click();
    await expect(page.getByRole("table", { name: "Registros" })).toContainText(who.identificador);
    await page.getByRole("link", { name: `Voltar a ${who.identificador}` }).click();
    await expect(page).toHaveURL(/\/painel$/);
  },
);
