import { expect, type Page, test } from "@playwright/test";
import { type Credentials, createConta } from "../support/new-conta.ts";
import { covers } from "../support/routes.ts";
import { rpc } from "../support/sandbox.ts";

/** Signs in to a conta of its own: an empresa more would change the painel of the demo. @returns the token */
async function enter(page: Page, { identificador, nomeUsuario, senha }: Credentials): Promise<string> {
  await page.goto("/login");
  await page.getByLabel("Identificador").fill(identificador);
  await page.getByLabel("Usuário", { exact: true }).fill(nomeUsuario);
  await page.getByRole("textbox", { name: "Senha" }).fill(senha);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(page).not.toHaveURL(/login/);
  return await page.evaluate(() => sessionStorage.getItem("malote-sessao") ?? "");
}

/** Marks the document of the page: a reload would lose the mark. */
const markDocument = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.dataset.mesmo = "sim";
  });
const expectNoReload = (page: Page): Promise<void> =>
  expect(page.locator("html")).toHaveAttribute("data-mesmo", "sim");

test(
  "a reload, a lost connection, lost code, a release and an expired session lose nothing that was typed",
  covers("/empresa/:empresaId"),
  async ({ page, context }) => {
    const conta = await createConta(page);
    const token = await enter(page, conta);
    await page.goto("/empresa/nova");
    const name = page.getByLabel("Razão social");
    await name.fill("Cozinha Sabiá da Praça Ltda");
    page.once("dialog", (question) => void question.accept());
    await page.reload();
    await expect(page.getByText("O que você havia digitado está de volta.")).toBeVisible();
    await expect(name).toHaveValue("Cozinha Sabiá da Praça Ltda");
    await markDocument(page);

    await context.setOffline(true);
    await expect(page.getByText("Sem conexão:")).toBeVisible();
    await expect(name).toHaveValue("Cozinha Sabiá da Praça Ltda");
    await context.setOffline(false);
    await expect(page.getByText("Sem conexão:")).toBeHidden();

    // The session ends while the save is on its way: a refused poll cannot show the dialog before it.
    let isEnded = false;
    await page.route("**/Services/", async (route) => {
      if (isEnded || !route.request().postData()?.includes("Empresa.saveEmpresa")) return route.fallback();
      isEnded = true;
      await rpc(page, "Auth.sair", {}, token);
      await route.continue();
    });
    await page.getByLabel("CNPJ").fill("11.444.777/0001-61");
    await page.getByRole("button", { name: "Salvar", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Sua sessão expirou" });
    await dialog.getByRole("textbox", { name: "Senha" }).fill(conta.senha);
    await dialog.getByRole("button", { name: "Entrar e continuar" }).click();
    await expect(page.getByText("Cozinha Sabiá da Praça Ltda").first()).toBeVisible();
    await expect(page).not.toHaveURL(/nova$/);
    await expectNoReload(page);

    // The code of the next page is lost twice on its way.
    let lost = 0;
    await context.route(/\/assets\/EmailsPage-.*\.js$/, async (route) => {
      lost += 1;
      if (lost <= 2) await route.abort();
      else await route.continue();
    });
    await page.getByRole("link", { name: "E-mails" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "E-mails" })).toBeVisible();
    expect(lost).toBeGreaterThan(2);

    await context.route("**/Services/", async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        headers: { ...response.headers(), "malote-interface": "/assets/outra.js" },
      });
    });
    await page.getByRole("link", { name: "DF-e recebidos" }).click();
    await expect(page.getByText("O Malote foi atualizado.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "DF-e recebidos" })).toBeVisible();
    await expectNoReload(page);
  },
);
