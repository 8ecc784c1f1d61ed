import { expect, test } from "@playwright/test";
import { collectErrors } from "../support/page-state.ts";
import { covers } from "../support/routes.ts";

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
  covers("/home", "/beneficios", "/faq", "/quem_utiliza", "/privacidade", "/termos"),
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
    const still = await context.newPage();
    for (const [address, words] of [
      ["/home", "Planos por volume"],
      ["/beneficios", "Nenhum e-mail se perde"],
      ["/faq", "Em quais navegadores o Malote funciona?"],
      ["/quem_utiliza", "Transporte e logística"],
      ["/privacidade", "Os seus direitos"],
      ["/termos", "O que um veredito quer dizer"],
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
