import fs from "node:fs/promises";
import { formatChave } from "@malote/syntax";
import { expect, test } from "@playwright/test";
import { covers } from "../support/routes.ts";
import { fillLogin, listUrlOf, PIPELINE_MS, playScenario } from "../support/sandbox.ts";

/** The user of the demo conta, by name or user name. */
const USER_NAME = /Marina Prado|admin/;

test(
  "a user signs in, sees the notas arrive, opens one, downloads it and marks it processed",
  covers("/dfe_recebidos", "/nota/:notaId", "/login"),
  async ({ page }) => {
    await page.goto("/dfe_recebidos");
    await expect(page).toHaveURL(/\/login\?voltar=%2Fdfe_recebidos$/);

    // A wrong password shows the server's sentence and is cleared and focused.
    await fillLogin(page, "senha-errada-1");
    await expect(page.getByRole("alert")).toHaveText(/não conferem/);
    const password = page.getByRole("textbox", { name: "Senha" });
    await expect(password).toHaveValue("");
    await expect(password).toBeFocused();
    await fillLogin(page);
    await expect(page).toHaveURL(/\/dfe_recebidos$/);
    await expect(page.getByRole("heading", { level: 1, name: "DF-e recebidos" })).toBeVisible();
    await expect(page.getByText("Emissão: últimos 90 dias")).toBeVisible();

    // Four documents in two e-mails, one of them with a ZIP; each is opened by its key.
    const [chave = ""] = await playScenario(page, "nota-autorizada");
    const packed = await playScenario(page, "zip-com-tres-notas");
    expect(packed).toHaveLength(3);
    for (const each of [chave, ...packed]) {
      await expect(async () => {
        await page.getByRole("textbox", { name: "Buscar documentos" }).fill(each);
        await page.keyboard.press("Enter");
        await expect(page).toHaveURL(/\/nota\//, { timeout: 4_000 });
        await expect(page.getByText(formatChave(each)).first()).toBeVisible({ timeout: 4_000 });
      }).toPass({ timeout: PIPELINE_MS });
    }

    // The open document is confirmed by SEFAZ and shows its trail.
    await page.goto(listUrlOf(chave, "emissao=tudo"));
    await page.getByRole("link", { name: /^Abrir NF-e/ }).click();
    await expect(page).toHaveURL(/\/nota\/[\w-]+\?type=E$/);
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole("heading", { name: "Autorizada" })).toBeVisible({ timeout: 10_000 });
    }).toPass({ timeout: PIPELINE_MS });
    await expect(page.getByRole("list", { name: "Trilha do documento" }).getByRole("listitem")).toHaveCount(
      7,
    );
    await expect(page.getByText("igual")).toHaveCount(2);

    // Its XML, on the page and as a file.
    await page.getByRole("tab", { name: "XML" }).click();
    await page.getByRole("textbox", { name: "Buscar no XML" }).fill("chNFe");
    await expect(page.getByRole("region", { name: "XML do documento" })).toContainText(chave);
    await page.getByRole("button", { name: "Baixar" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: /XML/ }).click(),
    ]);
    expect(await fs.readFile(await download.path(), "utf8")).toContain(`<chNFe>${chave}</chNFe>`);

    // Marked as processed after a confirmation; the badge equals the server's count, and the list drops it.
    let openCount: number | undefined;
    page.on("response", async (response) => {
      if (!response.request().postData()?.includes("getNotasEntradaEmAberto")) return;
      const answer = await response.json().catch(() => undefined);
      openCount = answer?.result.totalCount;
    });
    await page.getByRole("button", { name: "Marcar processado", exact: true }).click();
    const question = page.getByRole("dialog", { name: "Marcar como processado no ERP?" });
    await question.getByRole("button", { name: "Marcar" }).click();
    await expect(page.getByText("1 nota marcada como processada.")).toBeVisible();
    // Documents of other tests are counted too.
    await expect(async () => {
      expect(openCount).toBeDefined();
      const badge = page.getByTestId("abertas");
      if (openCount === 0) await expect(badge).toHaveCount(0, { timeout: 1_000 });
      else await expect(badge).toContainText(`${openCount} NF-e e CT-e a processar`, { timeout: 1_000 });
    }).toPass({ timeout: PIPELINE_MS });
    await expect(page.locator('[data-marca="processado"]')).toContainText(USER_NAME);
    await page.getByRole("link", { name: "Voltar à lista" }).click();
    await expect(page.getByText("Nenhum documento com este filtro")).toBeVisible();
    await page.getByRole("button", { name: "Remover o filtro ERP: não processado" }).click();
    const flag = page.getByRole("button", { name: /^Processado no ERP/ });
    await expect(flag).toHaveAttribute("aria-pressed", "true");
    await expect(flag).toHaveAccessibleName(/Processado por .+ em \d\d\/\d\d\/\d{4} \d\d:\d\d/);
  },
);
