import { expect, type Page, test } from "@playwright/test";
import { covers } from "../support/routes.ts";
import { DEMO, findViolations, signIn } from "../support/sandbox.ts";

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
  "the home page links its plans to sign-up and contact, opens a question, and links to all questions",
  covers("/home"),
  async ({ page }) => {
    await page.goto("/home");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("conferida e entregue ao seu ERP");
    const plans = page.getByRole("region", { name: "Planos por volume" });
    await expect(plans.getByRole("listitem")).toHaveCount(5);
    await expect(plans).toContainText("6.000 a 10.000");
    await expect(page.getByText("R$")).toHaveCount(0);
    await expect(page.getByText("Quem utiliza", { exact: true }).and(page.locator("p"))).toHaveCount(0);
    await page.getByText("Posso trazer as notas antigas?").click();
    await expect(page.getByText("solte os arquivos XML")).toBeVisible();
    await page.getByRole("link", { name: "Ver todas as perguntas" }).click();
    await expect(page).toHaveURL(/\/faq$/);
    await expect(page.getByRole("heading", { level: 1, name: "Perguntas frequentes" })).toBeVisible();
    await page.goto("/home");
    await page.getByRole("link", { name: /plano de 2\.000 a 4\.000/ }).click();
    await expect(page).toHaveURL(/\/contato$/);
    await page.goto("/home");
    await plans.getByRole("link", { name: "Criar conta" }).click();
    await expect(page).toHaveURL(/\/criar_conta$/);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Criar conta" })).toBeVisible();
  },
);

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
  "beneficios and quem_utiliza describe the product, name only customers of the list, and link to sign-up",
  covers("/beneficios", "/quem_utiliza"),
  async ({ page }) => {
    await page.goto("/beneficios");
    await expect(page.getByRole("heading", { level: 2 })).toHaveCount(6);
    await expect(page.getByRole("img", { name: /Tela de um documento/ })).toBeVisible();
    await page.getByRole("banner").getByRole("link", { name: "Quem utiliza" }).click();
    await expect(page).toHaveURL(/\/quem_utiliza$/);
    await expect(page).toHaveTitle("Quem utiliza · Malote");
    await expect(page.getByRole("heading", { name: "Escritórios contábeis" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Clientes" })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Escritórios contábeis" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Criar conta" }).click();
    await expect(page).toHaveURL(/\/criar_conta$/);
  },
);

test("a signed-in visitor gets a link to the application on every public page", async ({ page }) => {
  await signIn(page);
  for (const address of ["/faq", "/download"]) {
    await page.goto(address);
    await expect(page.getByRole("banner").getByRole("link", { name: "Abrir o Malote" })).toBeVisible();
    await expect(page.getByRole("banner").getByRole("link", { name: "Entrar" })).toHaveCount(0);
  }
  await page.getByRole("banner").getByRole("link", { name: "Abrir o Malote" }).click();
  await expect(page).toHaveURL(/\/painel/);
});

test("on a phone the menu contains every page of the site", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/home");
  await page.getByLabel("Abrir o menu").click();
  await page.getByRole("banner").getByRole("link", { name: "Benefícios" }).click();
  await expect(page).toHaveURL(/\/beneficios$/);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test("the site is readable without JavaScript", async ({ browser, baseURL }) => {
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
});

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

test("axe finds no violation on the public site, in both themes", async ({ page }) => {
  for (const address of ["/home", "/beneficios", "/faq", "/quem_utiliza"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await findViolations(page), `${address}, ${colorScheme}`).toEqual([]);
    }
  }
});
