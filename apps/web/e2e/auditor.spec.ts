import { expect, type Page, test } from "@playwright/test";
import { ESTRADA_MS, findViolations, keepTela, moveRelogio, playCenario, rpc, signIn } from "./apoio.ts";
import { sobre } from "./rotas.ts";

/** SEFAZ is asked for news of a company once an hour. */
const HORA_MS = 65 * 60_000;

/** Waits until the auditor knows of a key. @returns the id of its record */
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
      { timeout: ESTRADA_MS, message: `o registro de ${chave}` },
    )
    .not.toBe("");
  return id;
}

test(
  "what SEFAZ authorized and nobody mailed is missing, with a letter to the supplier ready to go",
  sobre("/auditor", "/auditor/:auditorId"),
  async ({ page }) => {
    test.slow(); // SEFAZ has its hour
    const token = await signIn(page);
    const [chave = ""] = await playCenario(page, "nota-so-na-sefaz");
    await moveRelogio(page, HORA_MS);
    const id = await waitRegistro(page, token, chave);

    await page.goto("/dfe_recebidos");
    await page.getByRole("link", { name: "Auditor" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Auditor" })).toBeVisible();
    await page.getByRole("link", { name: /^Faltando XML/ }).click();
    await expect(page).toHaveURL(/tab=faltando/);
    const linha = page.locator(`[data-linha="${id}"]`);
    await expect(linha).toContainText("Faltando XML");
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect.soft(await findViolations(page), `axe, ${colorScheme}`).toEqual([]);
    }
    await keepTela(page, "auditor");

    await linha.getByRole("link").click();
    await expect(page.getByRole("heading", { name: "O XML deste documento não chegou" })).toBeVisible();
    const carta = page.getByRole("region", { name: "Mensagem ao fornecedor" });
    const href = await carta.getByRole("link", { name: "Abrir no e-mail" }).getAttribute("href");
    expect(href).toMatch(/^mailto:/);
    expect(decodeURIComponent(href ?? "").replaceAll(/\s/g, "")).toContain(chave);
    expect(await findViolations(page)).toEqual([]);
    await keepTela(page, "auditor-registro");
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await findViolations(page)).toEqual([]);
    await keepTela(page, "auditor-registro-celular");
    await page.goBack();
    await expect(linha).toBeVisible();
    await keepTela(page, "auditor-celular");
  },
);
