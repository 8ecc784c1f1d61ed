import { expect, type Page, test } from "@playwright/test";
import { covers } from "../support/routes.ts";
import { DEMO } from "../support/sandbox.ts";

/** Waits until the application has mounted over the prerendered page. */
const mounted = (page: Page): Promise<void> => expect(page.locator("#root[data-escrita]")).toHaveCount(0);

/** Collects the browser's errors, including violations of the content security policy. */
function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !/Permissions-Policy/.test(message.text())) errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  return errors;
}

test(
  "the FAQ page answers the four topics, contains them as structured data, and links to the contact form",
  covers("/faq"),
  async ({ page }) => {
    const errors = collectErrors(page);
    await page.goto("/faq");
    for (const [question, answer] of [
      ["Em quanto tempo a nota é validada?", "24 horas da emissão"],
      ["Posso trazer as notas antigas?", "ZIP"],
      ["Como o meu ERP recebe os documentos?", "JSON-RPC"],
      ["Em quais navegadores o Malote funciona?", "Firefox"],
    ] as const) {
      const details = page.locator("details").filter({ has: page.getByRole("heading", { name: question }) });
      if (!(await details.evaluate((element: HTMLDetailsElement) => element.open))) {
        await details.locator("summary").click();
      }
      await expect(details).toContainText(answer);
      await expect(details.locator("p").first()).toBeVisible();
    }
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? "");
    const shown = await page.locator("main details").evaluateAll((all) =>
      all.map((one) => ({
        name: one.querySelector("h2")?.textContent,
        text: [...one.querySelectorAll("p")].map((p) => p.textContent).join("\n"),
      })),
    );
    expect(data["@type"]).toBe("FAQPage");
    expect(
      data.mainEntity.map((each: { name: string; acceptedAnswer: { text: string } }) => ({
        name: each.name,
        text: each.acceptedAnswer.text,
      })),
    ).toEqual(shown);
    await page.getByRole("link", { name: "Falar conosco" }).click();
    await expect(page).toHaveURL(/\/contato$/);
    await expect(page.getByLabel("Mensagem")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Mensagem")).toBeVisible();
    expect(errors).toEqual([]);
  },
);

test(
  "the site is readable without JavaScript",
  covers("/home", "/beneficios", "/faq", "/quem_utiliza"),
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
    const still = await context.newPage();
    for (const [address, words] of [
      ["/home", "Planos por volume"],
      ["/beneficios", "Nenhum e-mail se perde"],
      ["/faq", "Em quais navegadores o Malote funciona?"],
      ["/quem_utiliza", "Transporte e logística"],
    ] as const) {
      await still.goto(address);
      await expect(still.getByRole("heading", { name: words })).toBeVisible();
    }
    await still.goto("/home");
    await still.getByText("Posso trazer as notas antigas?").click();
    await expect(still.getByText("solte os arquivos XML")).toBeVisible();
    await still.getByRole("banner").getByRole("link", { name: "Entrar" }).click();
    await expect(still.getByRole("heading", { level: 1, name: "Entrar" })).toBeVisible();
    await context.close();
  },
);

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

test("the server sends robots.txt and compressed pages, and answers 304 for an unchanged page", async ({
  page,
}) => {
  const robots = await page.request.get("/robots.txt");
  expect(await robots.text()).toContain("Disallow: /Services/");
  const packed = await page.request.get("/home", { headers: { "accept-encoding": "br" } });
  expect(packed.headers()["content-encoding"]).toBe("br");
  const again = await page.request.get("/home", {
    headers: { "accept-encoding": "br", "if-none-match": packed.headers().etag ?? "" },
  });
  expect(again.status()).toBe(304);
});
