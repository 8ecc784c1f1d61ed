import { formatChave } from "@malote/syntax";
import { expect, test } from "@playwright/test";
import { saveFrom } from "../support/download.ts";
import { covers } from "../support/routes.ts";
import {
  findViolations,
  listUrlOf,
  PIPELINE_MS,
  playScenario,
  saveScreenshot,
  signIn,
  waitNota,
} from "../support/sandbox.ts";

test(
  "a filtered list is exported, and the file is available under Exportações",
  covers("/admin"),
  async ({ page }) => {
    test.slow();
    const token = await signIn(page);
    const [chave = ""] = await playScenario(page, "nota-autorizada");
    await waitNota(page, { token, chave });
    await page.goto(listUrlOf(chave));
    await expect(page.locator("[data-linha]")).toHaveCount(1);
    await page.getByRole("button", { name: "Exportar" }).click();
    const menu = page.getByRole("menu");
    await expect(menu.getByText("O documento do filtro")).toBeVisible();
    await expect(menu.getByRole("menuitem", { name: /PDF/ })).toContainText("até 1.000 documentos");
    const requested = page.waitForResponse((answer) => {
      return Boolean(answer.request().postData()?.includes('"createFileType"'));
    });
    await menu.getByRole("menuitem", { name: /CSV/ }).click();
    await requested;

    // The user may be on any page when the file is ready.
    await page.goto("/emails");
    await page.goto("/admin?tab=exportacao");
    const readyRow = page.getByRole("row").filter({ hasText: ".csv" }).first();
    await expect(readyRow.getByText("Pronto")).toBeVisible({ timeout: PIPELINE_MS });
    await saveScreenshot(page, "exportacoes-claro-1440");
    expect(await findViolations(page)).toEqual([]);
    const { name, bytes } = await saveFrom(page, () =>
      readyRow.getByRole("link", { name: /^Baixar/ }).click(),
    );
    expect(name).toMatch(/\.csv$/);
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bytes.toString("utf8")).toContain(formatChave(chave));
  },
);
