import fs from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { covers } from "../support/routes.ts";
import { breakSession, fillLogin, playScenario, signIn, waitNota } from "../support/sandbox.ts";

test("an expired session leads to the sign-in, and from there back to the same page", async ({ page }) => {
  await page.goto("/login");
  await fillLogin(page);
  await expect(page).toHaveURL(/\/painel$/);
  await page.goto("/emails?anexo=dfe");
  await expect(page.getByRole("heading", { level: 1, name: "E-mails" })).toBeVisible();
  await breakSession(page);
  await page.reload();
  await expect(page).toHaveURL(/\/login\?fim=1&voltar=%2Femails%3Fanexo%3Ddfe$/);
  await expect(page.getByText("Sua sessão terminou.")).toBeVisible();
  await fillLogin(page);
  await expect(page).toHaveURL(/\/emails\?anexo=dfe$/);
});

test("the home page recognizes a session; the URL of an unknown record shows an error", async ({ page }) => {
  await page.goto("/home");
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("link", { name: "Entrar" })).toBeVisible();
  await signIn(page);
  await page.goto("/home");
  await banner.getByRole("link", { name: "Abrir o Malote" }).click();
  await expect(page).toHaveURL(/\/painel$/);

  for (const [address, titulo] of [
    ["/caixaemail/naoeid", "Caixa de e-mail não encontrada."],
    ["/nota/naoeid", "Documento não encontrado."],
    ["/nota/01900000-0000-7000-8000-000000000001", "Documento não encontrado."],
    ["/email/naoeid", "E-mail não encontrado."],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("alert")).toContainText(titulo);
    await expect(page.getByRole("button", { name: "Tentar de novo" })).toHaveCount(0);
  }
  await page.getByRole("link", { name: "Voltar aos e-mails" }).click();
  await expect(page).toHaveURL(/\/emails$/);
});

test("a new tab resumes the session, but not after a sign-out", async ({ page, context }) => {
  await page.goto("/login");
  await fillLogin(page);
  await expect(page).toHaveURL(/\/painel$/);
  const tab = await context.newPage();
  await tab.goto("/emails");
  await expect(tab.getByRole("heading", { level: 1, name: "E-mails" })).toBeVisible();

  await tab.getByRole("button", { name: "Menu de Marina Prado" }).click();
  await tab.getByRole("menuitem", { name: "Sair" }).click();
  await expect(tab).toHaveURL(/\/login$/);
  const other = await context.newPage();
  await other.goto("/emails");
  await expect(other).toHaveURL(/\/login\?voltar=%2Femails$/);
});

test("a file requested without a session downloads after the sign-in", async ({ page }) => {
  const token = await signIn(page);
  const [chave = ""] = await playScenario(page, "nota-autorizada");
  const { id } = await waitNota(page, { token, chave });
  await page.context().clearCookies();
  await page.goto(`/Services/downloadDFe?id=${id}`);
  await expect(page).toHaveURL(/\/login\?voltar=/);
  const [download] = await Promise.all([page.waitForEvent("download"), fillLogin(page)]);
  expect(await fs.readFile(await download.path(), "utf8")).toContain(chave);
  await expect(page).toHaveURL(/\/painel$/);
});

test(
  "the option to be remembered stores conta and user name, but no secret",
  covers("/login"),
  async ({ page }) => {
    await page.goto("/login");
    await page.getByRole("checkbox", { name: "Lembrar-me" }).check();
    await fillLogin(page);
    await expect(page).toHaveURL(/\/painel$/);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(kept).toContain("demo");
    expect(kept).not.toMatch(/Malote123|senha|token/i);
    await page.goto("/login");
    await expect(page.getByLabel("Identificador")).toHaveValue("demo");
    await expect(page.getByLabel("Usuário")).toHaveValue("admin");
    await expect(page.getByRole("textbox", { name: "Senha" })).toBeFocused();
  },
);

test("empty fields of the sign-in show an error, and Caps Lock shows a hint", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Entrar" }).click();
  await expect(page.getByText("Identificador deve ter um valor.")).toBeVisible();
  await expect(page.getByText("Senha deve ser informada.")).toBeVisible();
  const password = page.getByRole("textbox", { name: "Senha" });
  await password.evaluate((input) => {
    const event = new KeyboardEvent("keydown", { key: "A", bubbles: true, modifierCapsLock: true });
    input.dispatchEvent(event);
  });
  await expect(page.getByText("Caps Lock está ligado")).toBeVisible();
});

test("an unknown URL redirects home; the URL of an inaccessible document shows that it was not found", async ({
  page,
}) => {
  for (const address of ["/", "/nao-existe", "/painel/antigo"]) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/home$/);
  }
  await expect(page.getByRole("heading", { level: 1 })).toContainText("conferida e entregue");
  await page.getByRole("banner").getByRole("link", { name: "Entrar" }).click();
  await expect(page).toHaveURL(/\/login$/);

  await signIn(page);
  await page.goto("/nota/01900000-0000-7000-8000-000000000001?type=E");
  await expect(page.getByRole("alert")).toContainText("Documento não encontrado.");
});

test("an unreachable server shows an error with a retry button", async ({ page }) => {
  await signIn(page);
  await page.goto("/emails");
  await expect(page.getByRole("heading", { level: 1, name: "E-mails" })).toBeVisible();
  await page.route("**/Services/", (route) => route.abort());
  await page.getByRole("link", { name: "DF-e emitidos" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Falha de comunicação com o servidor" });
  await expect(alert).toBeVisible({ timeout: 15_000 });
  await page.unroute("**/Services/");
  await alert.getByRole("button", { name: "Tentar de novo" }).click();
  await expect(alert).toHaveCount(0);
});

test("the chosen theme is applied before the first paint", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await signIn(page);
  await page.goto("/emails");
  await page.getByRole("button", { name: "Menu de Marina Prado" }).click();
  await page.getByRole("menuitemradio", { name: "Escuro" }).click();
  const scheme = (): Promise<string | null> =>
    page.evaluate(() => document.documentElement.getAttribute("data-mantine-color-scheme"));
  await expect.poll(scheme).toBe("dark");
  await page.reload({ waitUntil: "commit" });
  await page.waitForFunction(() => document.documentElement.hasAttribute("data-mantine-color-scheme"));
  expect(await scheme()).toBe("dark");
});
