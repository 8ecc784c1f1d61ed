import { expect, test } from "@playwright/test";

test("the sandbox console shows scenarios, the mail server and SEFAZ, without an error in the page", async ({
  page,
}) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(process.env.SANDBOX_URL ?? "");
  await expect(page.locator("#cenarios li").first()).toBeVisible();
  await expect(page.locator("#correio dt").first()).toBeVisible();
  await expect(page.locator("#sefaz dt").first()).toBeVisible();
  await expect(page.locator("#portas tr").first()).toBeVisible();
  expect(await page.locator("#falha-sefaz option").count()).toBeGreaterThan(1);
  expect(await page.locator("#falha-correio option").count()).toBeGreaterThan(1);
  expect(await page.locator("#mistura-quais option").count()).toBeGreaterThan(1);
  await page.getByRole("checkbox", { name: "Correio vivo" }).check();
  await expect(page.getByText("Um e-mail chega sozinho a cada 20 segundos")).toBeVisible();
  await page.getByRole("checkbox", { name: "Correio vivo" }).uncheck();
  await expect(page.getByText("Nenhum e-mail chega sozinho.")).toBeVisible();
  expect(errors).toEqual([]);
});
