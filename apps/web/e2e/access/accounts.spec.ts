import { expect, type Page, test } from "@playwright/test";
import { covers } from "../support/routes.ts";
import { playScenario, signIn, waitNota, waitSentEmail } from "../support/sandbox.ts";

const PASSWORD = "Moinho2026estrela";

/** Opens the link of an e-mail on the address under test. */
async function openEmailLink(page: Page, recipient: string, path: RegExp): Promise<void> {
  const text = await waitSentEmail(page, recipient, path);
  const link = new RegExp(`https?://[^\\s]+?(${path.source}[A-Za-z0-9_-]{43})`).exec(text)?.[1];
  if (link === undefined) throw new Error(`the e-mail to ${recipient} has no link`);
  await page.goto(link);
}

async function choosePassword(page: Page, password: string, action: string): Promise<void> {
  await page.getByRole("textbox", { name: "Nova senha" }).fill(password);
  await page.getByRole("textbox", { name: "Repita a senha" }).fill(password);
  await page.getByRole("button", { name: action }).click();
}

async function enter(
  page: Page,
  identificador: string,
  nomeUsuario: string,
  password: string,
): Promise<void> {
  await page.getByLabel("Identificador").fill(identificador);
  await page.getByLabel("Usuário").fill(nomeUsuario);
  await page.getByRole("textbox", { name: "Senha" }).fill(password);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
}

test(
  "a visitor creates a conta, confirms it by e-mail, resets the password and signs in again",
  covers(
    "/criar_conta",
    "/usuario_convidado/setup/:inviteToken",
    "/esqueceu_senha",
    "/configurar_senha/setup/:resetToken",
  ),
  async ({ page }) => {
    const [conta, owner] = [`moinho${Date.now() % 1e9}`, `dona${Date.now()}@moinho.example`];
    await page.goto("/criar_conta");
    await page.getByRole("button", { name: "Criar conta" }).click();
    await expect(page.getByText("UF deve ter um valor.")).toBeVisible();
    await expect(page.getByText("Informe o Captcha.")).toBeVisible();
    await page.getByLabel("Identificador").fill("com espaço");
    await page.getByLabel("UF").selectOption("MG");
    await expect(page.getByText("O identificador não pode ter espaços.")).toBeVisible();
    await page.getByLabel("Identificador").fill(conta);
    await page.getByLabel("Nome completo").fill("Dona Benta");
    await page.getByLabel("E-mail").fill(owner);
    await page.getByLabel("Nome de usuário").fill("dona");
    await expect(page.getByText("Verificado")).toBeVisible();
    await page.getByRole("button", { name: "Criar conta" }).click();
    await expect(page.getByText(`Enviamos um e-mail para ${owner}.`)).toBeVisible();

    await openEmailLink(page, owner, /\/usuario_convidado\/setup\//);
    const inviteLink = page.url();
    await expect(page.getByText(conta)).toHaveCount(2);
    await choosePassword(page, "curta1", "Criar a senha e continuar");
    await expect(
      page.getByText("A senha precisa de pelo menos 8 caracteres, com letra e número."),
    ).toBeVisible();
    await choosePassword(page, PASSWORD, "Criar a senha e continuar");
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText("Senha criada. Entre para começar.")).toBeVisible();
    await enter(page, conta, "dona", PASSWORD);
    await expect(page).toHaveURL(/\/primeiros_passos$/);

    await page.goto(inviteLink);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText("Token de inicialização inválido. Solicite novo convite!")).toBeVisible();

    await page.getByRole("link", { name: "Esqueci a senha" }).click();
    await page.getByLabel("E-mail").fill(owner);
    await page.getByRole("button", { name: "Enviar link" }).click();
    await expect(page.getByText("Se este e-mail estiver cadastrado em alguma conta")).toBeVisible();
    await openEmailLink(page, owner, /\/configurar_senha\/setup\//);
    await choosePassword(page, `${PASSWORD}2`, "Salvar a senha");
    await expect(page.getByText("Senha redefinida. Entre com a nova senha.")).toBeVisible();
    await enter(page, conta, "dona", `${PASSWORD}2`);
    await expect(page).toHaveURL(/\/primeiros_passos$/);
    await page.goto("/configurar_senha/setup/nao-e-um-token");
    await expect(
      page.getByText("Token de configuração inválido. Solicite nova reinicialização de senha!"),
    ).toBeVisible();
  },
);

test(
  "an administrator invites a user, changes their name and deactivates them",
  covers("/usuario/novo", "/usuario/:usuarioId", "/admin"),
  async ({ page }) => {
    const name = `ines${Date.now() % 1e6}`;
    await signIn(page);
    await page.goto("/usuario/novo");
    await page.getByLabel("Nome completo").fill("Inês Prado");
    await page.getByLabel("Como chamar").fill("Inês");
    await page.getByLabel("Nome de usuário").fill(name);
    await page.getByRole("textbox", { name: "E-mail" }).fill(`${name}@demo.example`);
    await page.getByRole("button", { name: "Convidar" }).click();
    await expect(page).toHaveURL(/tab=usuario$/);
    const row = page.locator("[data-linha]").filter({ hasText: name });
    await expect(row).toContainText("Convite enviado");
    await openEmailLink(page, `${name}@demo.example`, /\/usuario_convidado\/setup\//);
    await choosePassword(page, PASSWORD, "Criar a senha e continuar");
    await expect(page.getByText("Senha criada. Entre para começar.")).toBeVisible();

    await page.goto("/admin?tab=usuario");
    await expect(row).toContainText("Ativo");
    await row.getByRole("link").first().click();
    await expect(page).toHaveURL(/\/usuario\//);
    await page.getByLabel("Como chamar").fill("Nena");
    await page.getByRole("button", { name: "Salvar" }).click();
    await expect(page.getByText(/Usuário Nena salvo/)).toBeVisible();
    await row.getByRole("button", { name: "Ações do usuário Nena" }).click();
    await page.getByRole("menuitem", { name: "Inativar" }).click();
    await page.getByRole("button", { name: "Inativar" }).click();
    await expect(page.getByText("Usuário inativado.")).toBeVisible();
    await page.reload();
    await expect(row).toContainText("Inativo");
  },
);

test(
  "the public download needs the access key; an unknown key reveals nothing",
  covers("/download", "/contato", "/minha_conta"),
  async ({ page, context }) => {
    const token = await signIn(page);
    const [chave = ""] = await playScenario(page, "nota-autorizada");
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
  },
);
