import { type Browser, expect, type Page, test } from "@playwright/test";
import { findViolations, keepTela, rpc } from "./apoio.ts";
import { type Credenciais, openConta } from "./conta-nova.ts";
import { linkOf } from "./mundo.ts";
import { sobre } from "./rotas.ts";

const SENHA = "Moinho2026estrela";

/** A user with a browser page. */
type Pessoa = { page: Page; token: string; id: string };

/** Signs in without the form, in a separate browser context. */
async function enter(browser: Browser, credenciais: Credenciais): Promise<Pessoa> {
  const context = await browser.newContext({ locale: "pt-BR" });
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { authToken } = (await rpc(page, "Auth.logar", credenciais)) as { authToken: string };
  await page.addInitScript((token) => sessionStorage.setItem("malote-sessao", token), authToken);
  const { object } = (await rpc(page, "Usuario.getUsuarioAtual", {}, authToken)) as {
    object: { usuario: { id: string } };
  };
  return { page, token: authToken, id: object.usuario.id };
}

/** Invites a user to a conta and accepts the invitation. */
async function invite(
  browser: Browser,
  dona: Pessoa,
  { identificador, administrador }: { identificador: string; administrador: boolean },
): Promise<Pessoa> {
  const nomeUsuario = `${administrador ? "adm" : "bia"}${Date.now() % 1e9}`;
  const email = `${nomeUsuario}@padaria.example`;
  const nome = administrador ? "Ada" : "Bia";
  const usuario = { nome, nomeCompleto: `${nome} Prado`, nomeUsuario, email, administrador };
  await rpc(dona.page, "Usuario.inviteUsuario", { usuario }, dona.token);
  const link = await linkOf(dona.page, email, /\/usuario_convidado\/setup\//);
  await rpc(dona.page, "Usuario.saveInviteUsuario", { inviteToken: link.split("/").at(-1), password: SENHA });
  return await enter(browser, { identificador, nomeUsuario, senha: SENHA });
}

/** The enabled controls of the page, hidden or not, except those that only copy or show. */
async function offered(page: Page): Promise<string[]> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
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
  "the pages of empresa, mailbox and user offer each role only what the server allows",
  sobre("/empresa/:empresaId", "/caixaemail/:caixaId", "/usuario/:usuarioId", "/cert/:empresaId"),
  async ({ page, browser }) => {
    const conta = await openConta(page);
    const dona = await enter(browser, conta);
    const { identificador } = conta;
    const empresa = {
      nome: "Padaria Aurora",
      cnpj: "11444777000161",
      ativarAuditor: false,
      ativarManifestacao: false,
    };
    const criada = (await rpc(page, "Empresa.saveEmpresa", { empresa }, dona.token)) as {
      object: { id: string };
    };
    const caixaEmail = {
      tipo: "spop3",
      servidor: "pop.exemplo.test",
      usuario: "nfe",
      senha: "x",
      descricao: "NF-e",
    };
    const caixa = (await rpc(page, "CaixaEmail.saveCaixaEmail", { caixaEmail }, dona.token)) as {
      object: { id: string };
    };
    const ada = await invite(browser, dona, { identificador, administrador: true });
    const bia = await invite(browser, dona, { identificador, administrador: false });
    const telas = [
      `/empresa/${criada.object.id}`,
      `/cert/${criada.object.id}`,
      `/caixaemail/${caixa.object.id}`,
      ...["/empresa/nova", "/caixaemail/nova", "/usuario/novo"],
    ];

    // An ordinary user can change nothing; among users only their own.
    for (const url of telas) {
      await bia.page.goto(url);
      expect(await offered(bia.page), url).toEqual([]);
    }
    await bia.page.goto(telas[0] ?? "");
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
    await keepTela(bia.page, "usuario-proprio-email");
    await bia.page.getByRole("textbox", { name: "Senha atual" }).fill(SENHA);
    await save(bia.page, /Usuário Beatriz salvo/);

    // An administrator may edit the owner, but not the owner's permissions or existence, nor their own
    // permission.
    await ada.page.goto(`/usuario/${dona.id}`);
    await expect(ada.page.getByRole("switch", { name: "Administrador" })).toHaveCount(0);
    await expect(ada.page.getByRole("button", { name: "Excluir" })).toHaveCount(0);
    await ada.page.getByLabel("Como chamar").fill("Benta");
    await keepTela(ada.page, "usuario-proprietario");
    await save(ada.page, /Usuário Benta salvo/);
    await ada.page.goto(`/usuario/${ada.id}`);
    await expect(ada.page.getByRole("switch", { name: "Administrador" })).toBeDisabled();
    await ada.page.getByLabel("Como chamar").fill("Adelaide");
    await keepTela(ada.page, "usuario-eu-administrador");
    await save(ada.page, /Usuário Adelaide salvo/);
    for (const { page: aberta } of [dona, ada, bia]) await aberta.context().close();
  },
);

test("an ordinary user sees the conta but cannot change it; the owner cannot clear its UF", async ({
  page,
  browser,
}) => {
  const conta = await openConta(page);
  const dona = await enter(browser, conta);
  const bia = await invite(browser, dona, { identificador: conta.identificador, administrador: false });
  await bia.page.goto("/minha_conta");
  const secao = bia.page.getByRole("region", { name: "A conta" });
  await expect(secao.getByLabel("Identificador")).toBeDisabled();
  await expect(secao.getByRole("button")).toHaveCount(0);
  await dona.page.goto("/minha_conta");
  const sua = dona.page.getByRole("region", { name: "A conta" });
  await sua.getByRole("button", { name: "Limpar UF" }).click();
  await sua.getByRole("button", { name: "Salvar a conta" }).click();
  await expect(sua.getByText("UF deve ter um valor.")).toBeVisible();
  await keepTela(dona.page, "minha-conta-uf-limpa");
  for (const { page: aberta } of [dona, bia]) await aberta.context().close();
});
