import fs from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { covers } from "../support/routes.ts";
import { fillLogin, playScenario, signIn, waitNota } from "../support/sandbox.ts";

test("the home page recognizes a session", async ({ page }) => {
  await page.goto("/home");
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("link", { name: "Entrar" })).toBeVisible();
  await signIn(page);
  await page.goto("/home");
  await banner.getByRole("link", { name: "Abrir o Malote" }).click();
  await expect(page).toHaveURL(/\/painel$/);
});

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

test(
  "the option to be remembered stores conta and user name, but no secret",
  covers("/login"),
  async ({ page }) => {
    await page.goto("/login");
    await page.getByRole("checkbox", { name: "Lembrar-me" }).check();
    await fillLogin(page);
    await expect(page).toHaveURL(/\/painel$/);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(kept).toContain("demo");
    expect(kept).not.toMatch(/Malote123|senha|token/i);
    await page.goto("/login");
    await expect(page.getByLabel("Identificador")).toHaveValue("demo");
    await expect(page.getByLabel("Usuário")).toHaveValue("admin");
    await expect(page.getByRole("textbox", { name: "Senha" })).toBeFocused();
  },
);

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
