import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { button, contentWidth } from "../support/actions.ts";
import { expectAddress, expectCount, goTo, openApp, openAsVisitor, PHONE } from "../support/open-app.tsx";

const banner = (): Locator => page.getByRole("banner");
const plans = (): Locator => page.getByRole("region", { name: "Planos por volume" });

test("the home page links its plans to sign-up and contact, opens a question, and links to all questions", async () => {
  await openAsVisitor("/home");
  await expect
    .element(page.getByRole("heading", { level: 1 }))
    .toHaveTextContent("conferida e entregue ao seu ERP");
  await expectCount(plans().getByRole("listitem"), 5);
  await expect.element(plans()).toHaveTextContent("6.000 a 10.000");
  await expect.element(page.getByRole("main")).not.toHaveTextContent("R$");
  await expect.element(page.getByRole("main")).not.toHaveTextContent("Quem utiliza");
  const answerText = page.getByText("solte os arquivos XML");
  await expect.element(answerText).not.toBeVisible();
  await page.getByText("Posso trazer as notas antigas?").click();
  await expect.element(answerText).toBeVisible();
  await page.getByRole("link", { name: "Ver todas as perguntas" }).click();
  await expectAddress("/faq");
  await expect.element(page.getByRole("heading", { level: 1, name: "Perguntas frequentes" })).toBeVisible();
  await goTo("/home");
  await page.getByRole("link", { name: /plano de 2\.000 a 4\.000/ }).click();
  await expectAddress("/contato");
  await goTo("/home");
  await plans().getByRole("link", { name: "Criar conta" }).click();
  await expectAddress("/criar_conta");
  await expect.element(page.getByRole("heading", { level: 1, name: "Criar conta" })).toBeVisible();
});

test("beneficios and quem_utiliza describe the product, name only customers of the list, and link to sign-up", async () => {
  await openAsVisitor("/beneficios");
  await expectCount(page.getByRole("heading", { level: 2 }), 6);
  await expect.element(page.getByRole("img", { name: /Tela de um documento/ }).first()).toBeVisible();
  await banner().getByRole("link", { name: "Quem utiliza" }).click();
  await expectAddress("/quem_utiliza");
  await expect.poll(() => document.title).toBe("Quem utiliza · Malote");
  await expect.element(page.getByRole("heading", { name: "Escritórios contábeis" })).toBeVisible();
  await expectCount(page.getByRole("heading", { name: "Clientes" }), 0);
  await page.getByRole("main").getByRole("link", { name: "Criar conta" }).click();
  await expectAddress("/criar_conta");
});

test("a signed-in visitor gets a link to the application on every public page", async () => {
  await openApp("/painel");
  for (const url of ["/home", "/faq", "/download"]) {
    await goTo(url);
    await expect.element(banner().getByRole("link", { name: "Abrir o Malote" })).toBeVisible();
    await expectCount(banner().getByRole("link", { name: "Entrar" }), 0);
    await banner().getByRole("link", { name: "Abrir o Malote" }).click();
    await expectAddress("/painel");
  }
});

test("on a phone the menu contains every page of the site", async () => {
  await page.viewport(...PHONE);
  await openAsVisitor("/home");
  for (const [name, url] of [
    ["Benefícios", "/beneficios"],
    ["Perguntas", "/faq"],
    ["Quem utiliza", "/quem_utiliza"],
    ["Contato", "/contato"],
  ] as const) {
    await button("Abrir o menu").or(page.getByLabelText("Abrir o menu")).first().click();
    await banner().getByRole("link", { name }).click();
    await expectAddress(url);
    expect(contentWidth()).toBeLessThanOrEqual(390);
  }
});
