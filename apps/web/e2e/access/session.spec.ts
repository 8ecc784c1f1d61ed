import { expect, test } from "@playwright/test";
import { fillLogin } from "../support/sandbox.ts";

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
