import { expect, type Page, test } from "@playwright/test";
import { findViolations, rpc, signIn } from "./apoio.ts";
import { sobre } from "./rotas.ts";

type Resposta = { error: { message: string } | null; result: { sucesso: boolean; mensagem: string | null } };

/** Calls a method with a token. @returns the error, the sentence, or "ok" */
async function call(page: Page, token: string, method: string): Promise<string> {
  const response = await page.request.post("/Services/", {
    headers: { authorization: `Bearer ${token}` },
    data: { id: 1, method, params: {} },
  });
  const { error, result } = (await response.json()) as Resposta;
  return error?.message ?? result.mensagem ?? "ok";
}

const gaveta = (page: Page) => page.getByRole("dialog");
const copia = (page: Page) => gaveta(page).locator("[data-segredo]");

test(
  "an administrator creates a token with one scope, uses it, rotates it and revokes it",
  sobre("/admin"),
  async ({ page }) => {
    const nome = `Fiscal ${Date.now() % 1e6}`;
    const sessao = await signIn(page);
    await page.goto("/admin?tab=api");
    await page.getByRole("button", { name: "Novo token" }).first().click();
    await gaveta(page).getByRole("button", { name: "Criar o token" }).click();
    await expect(gaveta(page).getByText("Preencha este campo.")).toBeVisible();
    await gaveta(page).getByLabel("Nome", { exact: true }).fill(nome);
    for (const escopo of ["notas:marcar", "importar", "emails:ler"]) {
      await gaveta(page).getByRole("checkbox", { name: escopo }).uncheck();
    }
    // Escape closes the confirmation, not the drawer under it.
    await page.keyboard.press("Escape");
    const pergunta = page.getByRole("dialog", { name: "Abandonar alterações?" });
    await expect(pergunta.getByRole("button", { name: "Abandonar" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(pergunta).toHaveCount(0);
    await expect(gaveta(page).getByLabel("Nome", { exact: true })).toHaveValue(nome);
    await gaveta(page).getByLabel("Último dia", { exact: true }).fill("31/12/2099");
    await gaveta(page).getByRole("button", { name: "Criar o token" }).click();
    await expect(gaveta(page).getByText(/^A validade deve ficar entre hoje e/)).toBeVisible();
    await gaveta(page).getByLabel("Último dia", { exact: true }).fill("");
    expect(await findViolations(page)).toEqual([]);
    await gaveta(page).getByRole("button", { name: "Criar o token" }).click();
    await expect(gaveta(page).getByText("Token gerado. Copie-o agora")).toBeVisible();
    await expect(gaveta(page).getByRole("button", { name: "Copiar o token" })).toBeFocused();
    const primeiro = (await copia(page).textContent()) ?? "";
    expect(primeiro).toMatch(/^mal_test_[A-Za-z0-9_-]{50}$/);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Voltar ao token" }).click();
    await gaveta(page).getByRole("button", { name: "Já copiei" }).click();
    await expect(gaveta(page)).toHaveCount(0);

    expect(await call(page, primeiro, "Nota.getNotasEntradaEmAberto")).toBe("ok");
    expect(await call(page, primeiro, "Email.getListEmail")).toBe(
      "Acesso restrito: este token da API não tem o escopo emails:ler.",
    );
    await page.reload();
    const linha = page.locator("[data-linha]").filter({ hasText: nome });
    await expect(linha).toContainText("agora");
    await expect(page.locator("body")).not.toContainText(primeiro);

    await linha.getByRole("button", { name: `Ações do token ${nome}` }).click();
    await page.getByRole("menuitem", { name: "Trocar segredo" }).click();
    await gaveta(page).getByRole("button", { name: "Trocar segredo" }).click();
    await expect(copia(page)).toBeVisible();
    const segundo = (await copia(page).textContent()) ?? "";
    await gaveta(page).getByRole("button", { name: "Já copiei" }).click();
    await expect(linha).toContainText("vale até");
    for (const token of [primeiro, segundo]) {
      expect(await call(page, token, "Nota.getNotasEntradaEmAberto")).toBe("ok");
    }
    expect(await findViolations(page)).toEqual([]);

    await linha.getByRole("button", { name: `Ações do token ${nome}` }).click();
    await page.getByRole("menuitem", { name: "Revogar" }).click();
    await page.getByRole("button", { name: "Revogar" }).click();
    await expect(page.getByText("Token revogado. Ele não funciona mais.")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Administrador" })).toBeVisible();
    await expect(linha).toHaveCount(0);
    for (const token of [primeiro, segundo]) {
      expect(await call(page, token, "Nota.getNotasEntradaEmAberto")).toBe("Unauthorized");
    }
    const { results } = (await rpc(page, "ApiToken.getListApiToken", {}, sessao)) as {
      results: { nome: string }[];
    };
    expect(results.map((token) => token.nome)).not.toContain(nome);
  },
);

test(
  "the examples contain the server's address, and arrow keys switch their tabs",
  sobre("/admin"),
  async ({ page, baseURL }) => {
    await signIn(page);
    await page.goto("/admin?tab=api&secao=exemplos");
    const codigo = page.locator("pre");
    await expect(codigo).toContainText(`${new URL(baseURL ?? "").origin}/Services/rest/v1/notas?cursor=`);
    await page.getByRole("tab", { name: "curl" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("tab", { name: "TypeScript" })).toBeFocused();
    await expect(codigo).toContainText("await fetch(");
    await page.getByRole("tab", { name: "JSON-RPC" }).click();
    await expect(codigo).toContainText("Nota.getListNota");
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Uso" }).click();
    await expect(page.getByRole("heading", { name: "Chamadas por token" })).toBeVisible();
  },
);
