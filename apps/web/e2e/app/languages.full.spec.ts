import { expect, type Page, test } from "@playwright/test";
import { DEMO, saveScreenshot } from "../support/sandbox.ts";

/** Frequent Portuguese words that are in no name, file or e-mail of the places below. */
const PORTUGUESE =
  /(?<!\p{L})(não|você|até|também|são|uma|com|ainda|hoje|ontem|Salvar|Sair|Documentos?|Emitente|Emissão|Destinatário|Buscar|Baixar|Situação|Valor|Painel|Recebidos|nenhum|Usuário|Senha)(?!\p{L})/iu;

/** Everything that the application itself writes: navigation, headings, buttons, heads of columns, labels. */
const CHROME = "nav, header, h1, h2, h3, th, label, legend, button, [role=tab], [role=columnheader], footer";

async function portugueseWordsOf(page: Page): Promise<string[]> {
  const texts = await page
    .locator(CHROME)
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility())
        .flatMap((element) => [element.textContent ?? "", element.getAttribute("aria-label") ?? ""]),
    );
  return texts.filter((text) => PORTUGUESE.test(text));
}

async function expectEnglish(page: Page, name: string): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.locator("[data-moldura]")).toHaveCount(0);
  await expect.poll(() => portugueseWordsOf(page), { message: name }).toEqual([]);
  await saveScreenshot(page, `en-${name}`);
}

test("someone reads Malote in English, from the site to the administration, and goes back to Portuguese", async ({
  page,
}) => {
  await page.goto("/faq");
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Frequently asked questions");
  await expectEnglish(page, "faq");

  await page.goto("/login?voltar=%2Fdfe_recebidos%3Fuf%3DSP");
  await expectEnglish(page, "login");
  await page.getByLabel("Account identifier").fill(DEMO.identificador);
  await page.getByLabel("User", { exact: true }).fill(DEMO.nomeUsuario);
  await page.getByRole("textbox", { name: "Password" }).fill("wrong");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await page.getByRole("textbox", { name: "Password" }).fill(DEMO.senha);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Received DF-e");
  await page.locator("[data-linha]").first().waitFor();
  await expectEnglish(page, "list");

  await page.locator("[data-linha] a[href^='/nota/']").first().click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expectEnglish(page, "nota");

  for (const [route, heading] of [
    ["/painel", "Dashboard"],
    ["/admin", "Administration"],
    ["/emails", "E-mails"],
  ] as const) {
    await page.goto(route);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expectEnglish(page, heading.toLowerCase());
  }

  await page.goto("/dfe_recebidos?uf=SP");
  await page.getByRole("button", { name: /^Menu of/ }).click();
  await page.getByRole("menuitemradio", { name: "Português" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("DF-e recebidos");
  await expect(page).toHaveURL(/\/dfe_recebidos\?uf=SP$/);
  await expect(page.locator("html")).toHaveAttribute("lang", "pt-BR");
  expect(await portugueseWordsOf(page), "the words are found where they are").not.toEqual([]);
});

test.describe("in a browser in Spanish", () => {
  test.use({ locale: "es-AR" });

  test("the sign-in page stays Portuguese and offers Spanish", async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Entrar");
    await page.getByRole("button", { name: "Usar Malote en español" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
    await page.getByRole("button", { name: "Português" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Entrar");
    await expect(page.getByRole("button", { name: "Usar Malote en español" })).toHaveCount(0);
  });
});
