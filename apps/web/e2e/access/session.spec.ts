import fs from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { fillLogin, playScenario, signIn, waitNota } from "../support/sandbox.ts";

test("a new tab resumes the session, but not after a sign-out", async ({ page, context }) => {
  await page.goto("/login");
  await fillLogin(page);
  await expect(page).toHaveURL(/\/painel$/);
  const tab = await context.newPage();
  await tab.goto("/emails");
  await expect(tab.getByRole("heading", { level: 1, name: "E-mails" })).toBeVisible();

  await tab.getByRole("button", { name: "Menu de Marina Prado" }).click();
  await tab.getByRole("menuitem", { name: "Sair" }).click();
  await expect(tab).toHaveURL(/\/login$/);
  const other = await context.newPage();
  await other.goto("/emails");
  await expect(other).toHaveURL(/\/login\?voltar=%2Femails$/);
});

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
