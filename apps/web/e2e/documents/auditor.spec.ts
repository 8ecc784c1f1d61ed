import { expect, type Page, test } from "@playwright/test";
import { covers } from "../support/routes.ts";
import { advanceClock, PIPELINE_MS, playScenario, rpc, saveScreenshot, signIn } from "../support/sandbox.ts";

/** The distribution of an empresa is synced once an hour. */
const SYNC_MS = 65 * 60_000;

/** Waits for the auditor record of a key. @returns its id */
async function waitRegistro(page: Page, token: string, chave: string): Promise<string> {
  let id = "";
  await expect
    .poll(
      async () => {
        const searchFilter = { chaveAcesso: chave };
        const { results } = (await rpc(page, "Auditor.getListAuditor", { searchFilter }, token)) as {
          results: { id: string }[];
        };
        id = results[0]?.id ?? "";
        return id;
      },
      { timeout: PIPELINE_MS, message: `o registro de ${chave}` },
    )
    .not.toBe("");
  return id;
}

test(
  "a document authorized at SEFAZ but never received is listed as missing, with an e-mail to the supplier prepared",
  covers("/auditor", "/auditor/:auditorId"),
  async ({ page }) => {
    test.slow(); // the sync runs once an hour
    const token = await signIn(page);
    const [chave = ""] = await playScenario(page, "nota-so-na-sefaz");
    await advanceClock(page, SYNC_MS);
    const id = await waitRegistro(page, token, chave);

    await page.goto("/dfe_recebidos");
    await page.getByRole("link", { name: "Auditor" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Auditor" })).toBeVisible();
    await page.getByRole("link", { name: /^Faltando XML/ }).click();
    await expect(page).toHaveURL(/tab=faltando/);
    await page.getByRole("button", { name: "Por data" }).click();
    const row = page.locator(`[data-linha="${id}"]`);
    await expect(row).toContainText("Faltando XML");
    await saveScreenshot(page, "auditor");

    await row.getByRole("link").click();
    await expect(page.getByRole("heading", { name: "O XML deste documento não chegou" })).toBeVisible();
    const email = page.getByRole("region", { name: "Mensagem ao fornecedor" });
    const href = await email.getByRole("link", { name: "Abrir no e-mail" }).getAttribute("href");
    expect(href).toMatch(/^mailto:/);
    expect(decodeURIComponent(href ?? "").replaceAll(/\s/g, "")).toContain(chave);
    await saveScreenshot(page, "auditor-registro");
  },
);
