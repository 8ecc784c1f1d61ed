import { expect, type Page, test } from "@playwright/test";
import { findViolations, playCenario, signIn, waitCarta, waitNota } from "./apoio.ts";
import { sobre } from "./rotas.ts";

const SENHA = "Moinho2026estrela";

/** Opens the link of an e-mail on the address under test. */
async function openLink(page: Page, para: string, caminho: RegExp): Promise<void> {
  const texto = await waitCarta(page, para, caminho);
  const link = new RegExp(`https?://[^\\s]+?(${caminho.source}[A-Za-z0-9_-]{43})`).exec(texto)?.[1];
  if (link === undefined) throw new Error(`the e-mail to ${para} has no link`);
  await page.goto(link);
}

async function chooseSenha(page: Page, senha: string, acao: string): Promise<void> {
  await page.getByRole("textbox", { name: "Nova senha" }).fill(senha);
  await page.getByRole("textbox", { name: "Repita a senha" }).fill(senha);
  await page.getByRole("button", { name: acao }).click();
}

async function enter(page: Page, identificador: string, nomeUsuario: string, senha: string): Promise<void> {
  await page.getByLabel("Identificador").fill(identificador);
  await page.getByLabel("Usuário").fill(nomeUsuario);
  await page.getByRole("textbox", { name: "Senha" }).fill(senha);
  await page.getByRole("button", { name: "Entrar" }).click();
}

test(
  "a visitor creates a conta, confirms it by e-mail, resets the password and signs in again",
  sobre(
    "/criar_conta",
    "/usuario_convidado/setup/:inviteToken",
    "/esqueceu_senha",
    "/configurar_senha/setup/:resetToken",
  ),
  async ({ page }) => {
    const [conta, dona] = [`moinho${Date.now() % 1e9}`, `dona${Date.now()}@moinho.example`];
    await page.goto("/criar_conta");
    await page.getByRole("button", { name: "Criar conta" }).click();
    await expect(page.getByText("UF deve ter um valor.")).toBeVisible();
    await expect(page.getByText("Informe o Captcha.")).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel("Identificador").fill("com espaço");
    await page.getByLabel("UF").selectOption("MG");
    await expect(page.getByText("O identificador não pode ter espaços.")).toBeVisible();
    await page.getByLabel("Identificador").fill(conta);
    await page.getByLabel("Nome completo").fill("Dona Benta");
    await page.getByLabel("E-mail").fill(dona);
    await page.getByLabel("Nome de usuário").fill("dona");
    await expect(page.getByText("Verificado")).toBeVisible();
    await page.getByRole("button", { name: "Criar conta" }).click();
    await expect(page.getByText(`Enviamos um e-mail para ${dona}.`)).toBeVisible();

    await openLink(page, dona, /\/usuario_convidado\/setup\//);
    const convite = page.url();
    await expect(page.getByText(conta)).toHaveCount(2);
    await chooseSenha(page, "curta1", "Criar a senha e continuar");
    await expect(
      page.getByText("A senha precisa de pelo menos 8 caracteres, com letra e número."),
    ).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await chooseSenha(page, SENHA, "Criar a senha e continuar");
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText("Senha criada. Entre para começar.")).toBeVisible();
    await enter(page, conta, "dona", SENHA);
    await expect(page).toHaveURL(/\/primeiros_passos$/);

    await page.goto(convite);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText("Token de inicialização inválido. Solicite novo convite!")).toBeVisible();

    await page.getByRole("link", { name: "Esqueci a senha" }).click();
    await page.getByLabel("E-mail").fill(dona);
    await page.getByRole("button", { name: "Enviar link" }).click();
    await expect(page.getByText("Se este e-mail estiver cadastrado em alguma conta")).toBeVisible();
    await openLink(page, dona, /\/configurar_senha\/setup\//);
    await chooseSenha(page, `${SENHA}2`, "Salvar a senha");
    await expect(page.getByText("Senha redefinida. Entre com a nova senha.")).toBeVisible();
    await enter(page, conta, "dona", `${SENHA}2`);
    await expect(page).toHaveURL(/\/primeiros_passos$/);
    await page.goto("/configurar_senha/setup/nao-e-um-token");
    await expect(
      page.getByText("Token de configuração inválido. Solicite nova reinicialização de senha!"),
    ).toBeVisible();
  },
);

test(
  "an administrator invites a user and deactivates them",
  sobre("/usuario/novo", "/admin"),
  async ({ page }) => {
    const nome = `ines${Date.now() % 1e6}`;
    await signIn(page);
    await page.goto("/usuario/novo");
    await page.getByLabel("Nome completo").fill("Inês Prado");
    await page.getByLabel("Como chamar").fill("Inês");
    await page.getByLabel("Nome de usuário").fill(nome);
    await page.getByRole("textbox", { name: "E-mail" }).fill(`${nome}@demo.example`);
    await page.getByRole("button", { name: "Convidar" }).click();
    await expect(page).toHaveURL(/tab=usuario$/);
    const linha = page.locator("[data-linha]").filter({ hasText: nome });
    await expect(linha).toContainText("Convite enviado");
    await openLink(page, `${nome}@demo.example`, /\/usuario_convidado\/setup\//);
    await chooseSenha(page, SENHA, "Criar a senha e continuar");
    await expect(page.getByText("Senha criada. Entre para começar.")).toBeVisible();

    await page.goto("/admin?tab=usuario");
    await expect(linha).toContainText("Ativo");
    expect(await findViolations(page)).toEqual([]);
    await linha.getByRole("button", { name: "Ações do usuário Inês" }).click();
    await page.getByRole("menuitem", { name: "Inativar" }).click();
    await page.getByRole("button", { name: "Inativar" }).click();
    await expect(page.getByText("Usuário inativado.")).toBeVisible();
    await page.reload();
    await expect(linha).toContainText("Inativo");
  },
);

test(
  "the public download needs the access key; an unknown key reveals nothing",
  sobre("/download", "/contato"),
  async ({ page, context }) => {
    const token = await signIn(page);
    const [chave = ""] = await playCenario(page, "nota-autorizada");
    await waitNota(page, { token, chave });
    const visitor = await context.newPage();
    await visitor.goto("/download");
    await visitor.getByRole("button", { name: "Buscar" }).click();
    await expect(visitor.getByText("Chave de acesso deve ter um valor..")).toBeVisible();
    await visitor.getByLabel("Chave de acesso").fill(chave);
    await expect(visitor.getByText("55, NF-e")).toBeVisible();
    await expect(visitor.getByText("Verificado")).toBeVisible();
    await visitor.getByRole("button", { name: "Buscar" }).click();
    await expect(visitor.getByRole("link", { name: "Baixar XML" })).toBeVisible();
    expect(await findViolations(visitor)).toEqual([]);
    const download = visitor.waitForEvent("download");
    await visitor.getByRole("link", { name: "Baixar XML" }).click();
    expect((await download).suggestedFilename()).toContain(chave);

    await visitor.goto(`/download/${"3".repeat(43)}0`);
    await expect(visitor.getByText("Verificado")).toBeVisible();
    await visitor.getByRole("button", { name: "Buscar" }).click();
    await expect(visitor.getByRole("alert").first()).toBeVisible();
    await expect(visitor.getByRole("link", { name: "Baixar XML" })).toHaveCount(0);

    await visitor.goto("/contato");
    await visitor.getByLabel("Nome").fill("Visita");
    await visitor.getByLabel("E-mail").fill("visita@fora.example");
    await visitor.getByLabel("Mensagem").fill("Quanto custa?");
    await expect(visitor.getByText("Verificado")).toBeVisible();
    await visitor.getByRole("button", { name: "Enviar mensagem" }).click();
    await expect(visitor.getByText("Responderemos em visita@fora.example.")).toBeVisible();

    await page.goto("/minha_conta");
    await expect(page.getByRole("heading", { name: "Sessões abertas" })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  },
);
