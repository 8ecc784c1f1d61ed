import { expect, test } from "@playwright/test";

test("one click enters the demo; a new tab resumes the session, but not after a sign-out", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Entrar na demonstração" }).click();
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
