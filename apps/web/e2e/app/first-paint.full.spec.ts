import { expect, type Page, test } from "@playwright/test";
import { collectErrors, mounted } from "../support/page-state.ts";
import { DEMO } from "../support/sandbox.ts";

/** Delays the application's script. @returns releases it */
async function holdApplication(page: Page): Promise<() => void> {
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route("**/assets/index-*.js", async (route) => {
    await gate;
    await route.continue();
  });
  return () => open();
}

test("hydration keeps the elements of a prerendered page: an answer opened before it stays open", async ({
  page,
}) => {
  const errors = collectErrors(page);
  await page.goto("/faq");
  await expect(page.locator("#root[data-escrita]")).toHaveCount(1);
  const last = page.locator("details").last();
  await last.evaluate((element) => element.setAttribute("data-o-mesmo", ""));
  await last.locator("summary").click();
  await mounted(page);
  await expect(last).toHaveAttribute("data-o-mesmo", "");
  await expect(last).toHaveAttribute("open", "");
  expect(errors).toEqual([]);
});

test("text typed in the sign-in before the application loads is kept, and a submission waits for the application", async ({
  page,
}) => {
  const open = await holdApplication(page);
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Identificador").fill(DEMO.identificador);
  await page.getByLabel("Usuário").fill(DEMO.nomeUsuario);
  await page.getByRole("textbox", { name: "Senha" }).fill(DEMO.senha);
  await page.getByRole("textbox", { name: "Senha" }).press("Enter");
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel("Identificador")).toHaveValue(DEMO.identificador);
  open();
  await expect(page).toHaveURL(/\/painel/);
});

test("a click that starts before the application mounts takes effect afterwards", async ({ page }) => {
  const open = await holdApplication(page);
  await page.goto("/criar_conta", { waitUntil: "commit" });
  const button = page.getByRole("button", { name: "Criar conta" });
  await button.hover();
  await page.mouse.down();
  const last = page.waitForResponse(/\/assets\/typed-input-/);
  open();
  await (await last).finished();
  // Without the wait the application would have mounted by now.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.mouse.up();
  await expect(page.getByText("UF deve ter um valor.")).toBeVisible();
});

test("a form is painted before the application is fetched, and is interactive at the first input", async ({
  page,
}) => {
  for (const address of ["/login", "/download", "/contato", "/criar_conta"]) {
    await page.goto(address);
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    const fetchedAt = (): Promise<number[]> =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .filter(({ name }) => /\/assets\/.*\.(js|css)$/.test(name))
          .map(({ startTime }) => startTime),
      );
    await expect.poll(async () => (await fetchedAt()).length, address).toBeGreaterThan(10);
    const [paint] = await page.evaluate(() =>
      performance.getEntriesByName("first-contentful-paint").map(({ startTime }) => startTime),
    );
    expect(Math.min(...(await fetchedAt())), address).toBeGreaterThanOrEqual(paint ?? Infinity);
    await page.getByRole("main").getByRole("textbox").first().focus();
    await page.keyboard.press("a");
    await mounted(page);
  }
});
