import { type Browser, expect, type Page, test } from "@playwright/test";
import { type Credentials, createConta } from "../support/new-conta.ts";
import { linkOf } from "../support/records.ts";
import { covers } from "../support/routes.ts";
import { findViolations, rpc, saveScreenshot, waitUntilLoaded } from "../support/sandbox.ts";

const PASSWORD = "Moinho2026estrela";

/** A user with a browser page. */
type Person = { page: Page; token: string; id: string };

/** Signs in without the form, in a separate browser context. */
async function enter(browser: Browser, credentials: Credentials): Promise<Person> {
  const context = await browser.newContext({ locale: "pt-BR" });
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { authToken } = (await rpc(page, "Auth.logar", credentials)) as { authToken: string };
  await page.addInitScript((token) => sessionStorage.setItem("malote-sessao", token), authToken);
  const { object } = (await rpc(page, "Usuario.getUsuarioAtual", {}, authToken)) as {
    object: { usuario: { id: string } };
  };
  return { page, token: authToken, id: object.usuario.id };
}

/** Invites a user to a conta and accepts the invitation. */
async function invite(
  browser: Browser,
  owner: Person,
  { identificador, administrador }: { identificador: string; administrador: boolean },
): Promise<Person> {
  const nomeUsuario = `${administrador ? "adm" : "bia"}${Date.now() % 1e9}`;
  const email = `${nomeUsuario}@padaria.example`;
  const name = administrador ? "Ada" : "Bia";
  const usuario = { nome: name, nomeCompleto: `${name} Prado`, nomeUsuario, email, administrador };
  await rpc(owner.page, "Usuario.inviteUsuario", { usuario }, owner.token);
  const link = await linkOf(owner.page, email, /\/usuario_convidado\/setup\//);
  await rpc(owner.page, "Usuario.saveInviteUsuario", {
    inviteToken: link.split("/").at(-1),
    password: PASSWORD,
  });
  return await enter(browser, { identificador, nomeUsuario, senha: PASSWORD });
}

/** The enabled controls of the page, hidden or not, except those that only copy or show. */
async function offered(page: Page): Promise<string[]> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await waitUntilLoaded(page);
  return await page.locator("main").evaluate((main) =>
    [...main.querySelectorAll("input, select, textarea, button")]
      .filter((control) => !control.matches(":disabled") && !control.hasAttribute("readonly"))
      .map((control) => control.getAttribute("aria-label") ?? control.textContent ?? control.tagName)
      .filter((name) => !/^(Copiar|Mostrar|Esconder)/.test(name)),
  );
}

async function save(page: Page, said: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await expect(page.getByText(said)).toBeVisible();
}

test(
  "the empresa, mailbox and user pages offer each role only what the server allows",
  covers("/empresa/:empresaId", "/caixaemail/:caixaId", "/usuario/:usuarioId", "/cert/:empresaId"),
  async ({ page, browser }) => {
    const conta = await createConta(page);
    const owner = await enter(browser, conta);
    const { identificador } = conta;
    const empresa = {
      nome: "Padaria Aurora",
      cnpj: "11444777000161",
      ativarAuditor: false,
      ativarManifestacao: false,
    };
    const created = (await rpc(page, "Empresa.saveEmpresa", { empresa }, owner.token)) as {
      object: { id: string };
    };
    const caixaEmail = {
      tipo: "spop3",
      servidor: "pop.exemplo.test",
      usuario: "nfe",
      senha: "x",
      descricao: "NF-e",
    };
    const caixa = (await rpc(page, "CaixaEmail.saveCaixaEmail", { caixaEmail }, owner.token)) as {
      object: { id: string };
    };
    const ada = await invite(browser, owner, { identificador, administrador: true });
    const bia = await invite(browser, owner, { identificador, administrador: false });
    const urls = [
      `/empresa/${created.object.id}`,
      `/cert/${created.object.id}`,
      `/caixaemail/${caixa.object.id}`,
      ...["/empresa/nova", "/caixaemail/nova", "/usuario/novo"],
    ];

    // An ordinary user can change nothing; among users only their own.
    for (const url of urls) {
      await bia.page.goto(url);
      expect(await offered(bia.page), url).toEqual([]);
    }
    await bia.page.goto(urls[0] ?? "");
    await expect(bia.page.locator('input[type="file"]')).toHaveCount(0);
    await expect(bia.page.locator('a[href^="/cert/"]')).toHaveCount(0);
    expect(await findViolations(bia.page)).toEqual([]);
    await bia.page.goto(`/usuario/${ada.id}`);
    await expect(bia.page.getByText("Acesso restrito.")).toBeVisible();
    await bia.page.goto(`/usuario/${bia.id}`);
    await bia.page.getByLabel("Como chamar").fill("Beatriz");
    await expect(bia.page.getByRole("switch")).toHaveCount(0);
    await save(bia.page, /Usuário Beatriz salvo/);

    // Changing one's own e-mail requires the password.
    await bia.page.goto(`/usuario/${bia.id}`);
    await bia.page.getByRole("textbox", { name: "E-mail" }).fill(`nova${Date.now()}@padaria.example`);
    await saveScreenshot(bia.page, "usuario-proprio-email");
    await bia.page.getByRole("textbox", { name: "Senha atual" }).fill(PASSWORD);
    await save(bia.page, /Usuário Beatriz salvo/);

    // An administrator may edit the owner, but not the owner's permissions or existence, nor their own
    // permission.
    await ada.page.goto(`/usuario/${owner.id}`);
    await expect(ada.page.getByRole("switch", { name: "Administrador" })).toHaveCount(0);
    await expect(ada.page.getByRole("button", { name: "Excluir" })).toHaveCount(0);
    await ada.page.getByLabel("Como chamar").fill("Benta");
    await saveScreenshot(ada.page, "usuario-proprietario");
    await save(ada.page, /Usuário Benta salvo/);
    await ada.page.goto(`/usuario/${ada.id}`);
    await expect(ada.page.getByRole("switch", { name: "Administrador" })).toBeDisabled();
    await ada.page.getByLabel("Como chamar").fill("Adelaide");
    await saveScreenshot(ada.page, "usuario-eu-administrador");
    await save(ada.page, /Usuário Adelaide salvo/);
    for (const { page: opened } of [owner, ada, bia]) await opened.context().close();
  },
);
