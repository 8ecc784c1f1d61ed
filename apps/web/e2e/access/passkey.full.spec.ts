import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { type Credentials, createConta } from "../support/new-conta.ts";
import { covers } from "../support/routes.ts";
import { findViolations, saveScreenshot } from "../support/sandbox.ts";

/** Adds a virtual authenticator with user verification and resident keys, like a phone. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const cdp = await context.newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function enter(
  page: Page,
  { identificador, nomeUsuario, senha: password }: Credentials,
): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Identificador").fill(identificador);
  await page.getByLabel("Usuário").fill(nomeUsuario);
  await page.getByRole("textbox", { name: "Senha" }).fill(password);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(page).toHaveURL(/\/(painel|primeiros_passos)$/);
}

/** Refuses the next call of a method as the server does fifteen minutes after the sign-in. */
async function refuseOnce(page: Page, method: string): Promise<void> {
  let refused = false;
  await page.route("**/Services/", async (route) => {
    const body = route.request().postDataJSON() as { id: number; method: string } | null;
    if (refused || body?.method !== method) return await route.fallback();
    refused = true;
    const mensagem = "Confirme que é você para continuar.";
    const errors = [{ campo: "reautenticacao", mensagem }];
    const result = { sucesso: false, mensagem, erros: errors, object: null, results: null, totalCount: null };
    await route.fulfill({ json: { id: body.id, result, error: null } });
  });
}

test(
  "a user creates a passkey, signs in and re-authenticates with it, and removes it",
  covers("/minha_conta", "/login"),
  async ({ page, browser, baseURL }) => {
    const credentials = await createConta(page);
    await enter(page, credentials);
    await page.goto("/minha_conta");
    // Passkeys do not work at an IP address: the page explains it and links to the right address.
    const section = page.getByRole("region", { name: "Passkeys" });
    await expect(section.getByText(/Passkeys não estão disponíveis em http:\/\/127\.0\.0\.1/)).toBeVisible();
    const origin = new URL(baseURL ?? "");
    origin.hostname = "localhost";
    await expect(section.getByRole("link", { name: origin.origin })).toBeVisible();

    const context = await browser.newContext({ baseURL: origin.origin, locale: "pt-BR" });
    const local = await context.newPage();
    await addAuthenticator(context, local);
    await enter(local, credentials);
    await local.goto("/minha_conta");
    const passkeys = local.getByRole("region", { name: "Passkeys" });
    await passkeys.getByRole("button", { name: "Cadastrar passkey" }).click();
    await passkeys.getByLabel("Nome da passkey").fill("Celular da Benta");
    await passkeys.getByRole("button", { name: "Cadastrar passkey" }).click();
    // Shown only once and below the fold: the focus scrolls them into view.
    await expect(passkeys.getByRole("heading", { name: "Códigos de reserva" })).toBeFocused();
    await local.setViewportSize({ width: 390, height: 844 });
    expect(await local.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await saveScreenshot(local, "minha-conta-reservas-celular");
    await local.setViewportSize({ width: 1280, height: 720 });
    await expect(passkeys.getByRole("list").last().getByRole("listitem")).toHaveCount(10);
    await passkeys.getByRole("button", { name: "Já guardei" }).click();
    await expect(passkeys.getByRole("button", { name: "Cadastrar passkey" })).toBeFocused();
    const factor = local.getByRole("region", { name: "Segundo fator" });
    await expect(factor.getByText("A sua passkey já vale como segundo fator.")).toBeVisible();
    await expect(passkeys.getByText("Celular da Benta")).toBeVisible();
    expect(await findViolations(local)).toEqual([]);
    await saveScreenshot(local, "minha-conta-passkeys");

    await local.getByRole("button", { name: "Menu de Dona Benta" }).click();
    await local.getByRole("menuitem", { name: "Sair" }).click();
    await expect(local).toHaveURL(/\/login/);
    // The page reloads; text typed before the form is interactive would be lost.
    await expect(local.getByRole("button", { name: "Entrar com passkey" })).toBeVisible();
    await local.getByLabel("Identificador").fill(credentials.identificador);
    expect(await findViolations(local)).toEqual([]);
    await saveScreenshot(local, "login-passkey");
    await local.getByRole("button", { name: "Entrar com passkey" }).click();
    await expect(local).toHaveURL(/\/(painel|primeiros_passos)$/);

    await local.goto("/minha_conta");
    await refuseOnce(local, "Conta.setSegundoFatorManifestacao");
    await local.getByRole("checkbox", { name: "Exigir o segundo fator de quem manifesta" }).click();
    const dialog = local.getByRole("dialog", { name: "Confirme que é você" });
    await expect(dialog.getByRole("button", { name: "Usar a passkey" })).toBeVisible();
    expect(await findViolations(local)).toEqual([]);
    await saveScreenshot(local, "confirme-que-e-voce");
    await local.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(local.getByText("Não foi possível concluir")).toHaveCount(0);
    await refuseOnce(local, "Conta.setSegundoFatorManifestacao");
    await local.getByRole("checkbox", { name: "Exigir o segundo fator de quem manifesta" }).click();
    await dialog.getByRole("button", { name: "Usar a passkey" }).click();
    await expect(local.getByText("Agora só manifesta quem tem o segundo fator ligado.")).toBeVisible();
    await expect(dialog).toBeHidden();
    const requireBox = local.getByRole("checkbox", { name: "Exigir o segundo fator de quem manifesta" });
    await requireBox.focus();
    await local.keyboard.press("Space");
    await expect(requireBox).not.toBeChecked();
    await expect(requireBox).toBeFocused();

    await passkeys.getByRole("button", { name: "Remover a passkey Celular da Benta" }).click();
    await passkeys.getByRole("button", { name: "Usar a passkey" }).click();
    await expect(local.getByText("Passkey removida.")).toBeVisible();
    await expect(passkeys.getByText("Celular da Benta")).toBeHidden();
    await context.close();
  },
);
