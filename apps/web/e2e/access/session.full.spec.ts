import fs from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { fillLogin, playScenario, signIn, waitNota } from "../support/sandbox.ts";

test("a file requested without a session downloads after the sign-in", async ({ page }) => {
  const token = await signIn(page);
  const [chave = ""] = await playScenario(page, "nota-autorizada");
  const { id } = await waitNota(page, { token, chave });
  await page.context().clearCookies();
  await page.goto(`/Services/downloadDFe?id=${id}`);
  await expect(page).toHaveURL(/\/login\?voltar=/);
  const [download] = await Promise.all([page.waitForEvent("download"), fillLogin(page)]);
  expect(await fs.readFile(await download.path(), "utf8")).toContain(chave);
  await expect(page).toHaveURL(/\/painel$/);
});

test("the chosen theme is applied before the first paint", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await signIn(page);
  await page.goto("/emails");
  await page.getByRole("button", { name: "Menu de Marina Prado" }).click();
  await page.getByRole("menuitemradio", { name: "Escuro" }).click();
  const scheme = (): Promise<string | null> =>
    page.evaluate(() => document.documentElement.getAttribute("data-mantine-color-scheme"));
  await expect.poll(scheme).toBe("dark");
  await page.reload({ waitUntil: "commit" });
  await page.waitForFunction(() => document.documentElement.hasAttribute("data-mantine-color-scheme"));
  expect(await scheme()).toBe("dark");
});
