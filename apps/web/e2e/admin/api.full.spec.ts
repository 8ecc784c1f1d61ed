import { expect, type Page, test } from "@playwright/test";
import { covers } from "../support/routes.ts";
import { findViolations, rpc, signIn } from "../support/sandbox.ts";

type Answer = { error: { message: string } | null; result: { sucesso: boolean; mensagem: string | null } };

/** Calls a method with a token. @returns the error, the sentence, or "ok" */
async function call(page: Page, token: string, method: string): Promise<string> {
  const response = await page.request.post("/Services/", {
    headers: { authorization: `Bearer ${token}` },
    data: { id: 1, method, params: {} },
  });
  const { error, result } = (await response.json()) as Answer;
  return error?.message ?? result.mensagem ?? "ok";
}

const drawer = (page: Page) => page.getByRole("dialog");
const copyOf = (page: Page) => drawer(page).locator("[data-segredo]");

test(
  "an administrator creates a token with one scope, uses it, rotates it and revokes it",
  covers("/admin"),
  async ({ page }) => {
    const name = `Fiscal ${Date.now() % 1e6}`;
    const session = await signIn(page);
    await page.goto("/admin?tab=api");
    await page.getByRole("button", { name: "Novo token" }).first().click();
    await drawer(page).getByRole("button", { name: "Criar o token" }).click();
    await expect(drawer(page).getByText("Preencha este campo.")).toBeVisible();
    await drawer(page).getByLabel("Nome", { exact: true }).fill(name);
    for (const scope of ["notas:marcar", "importar", "emails:ler"]) {
      await drawer(page).getByRole("checkbox", { name: scope }).uncheck();
    }
    // Escape closes the confirmation, not the drawer under it.
    await page.keyboard.press("Escape");
    const question = page.getByRole("dialog", { name: "Abandonar alterações?" });
    await expect(question.getByRole("button", { name: "Continuar no token" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    await expect(drawer(page).getByLabel("Nome", { exact: true })).toHaveValue(name);
    await drawer(page).getByLabel("Último dia", { exact: true }).fill("31/12/2099");
    await drawer(page).getByRole("button", { name: "Criar o token" }).click();
    await expect(drawer(page).getByText(/^A validade deve ficar entre hoje e/)).toBeVisible();
    await drawer(page).getByLabel("Último dia", { exact: true }).fill("");
    expect(await findViolations(page)).toEqual([]);
    await drawer(page).getByRole("button", { name: "Criar o token" }).click();
    await expect(drawer(page).getByText("Token gerado. Copie-o agora")).toBeVisible();
    await expect(drawer(page).getByRole("button", { name: "Copiar o token" })).toBeFocused();
    const first = (await copyOf(page).textContent()) ?? "";
    expect(first).toMatch(/^mal_test_[A-Za-z0-9_-]{50}$/);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Voltar ao token" }).click();
    await drawer(page).getByRole("button", { name: "Já copiei" }).click();
    await expect(drawer(page)).toHaveCount(0);

    expect(await call(page, first, "Nota.getNotasEntradaEmAberto")).toBe("ok");
    expect(await call(page, first, "Email.getListEmail")).toBe(
      "Acesso restrito: este token da API não tem o escopo emails:ler.",
    );
    await page.reload();
    const row = page.locator("[data-linha]").filter({ hasText: name });
    await expect(row).toContainText("agora");
    await expect(page.locator("body")).not.toContainText(first);

    await row.getByRole("button", { name: `Ações do token ${name}` }).click();
    await page.getByRole("menuitem", { name: "Trocar segredo" }).click();
    await drawer(page).getByRole("button", { name: "Trocar segredo" }).click();
    await expect(copyOf(page)).toBeVisible();
    const second = (await copyOf(page).textContent()) ?? "";
    await drawer(page).getByRole("button", { name: "Já copiei" }).click();
    await expect(row).toContainText("vale até");
    for (const token of [first, second]) {
      expect(await call(page, token, "Nota.getNotasEntradaEmAberto")).toBe("ok");
    }
    expect(await findViolations(page)).toEqual([]);

    await row.getByRole("button", { name: `Ações do token ${name}` }).click();
    await page.getByRole("menuitem", { name: "Revogar" }).click();
    await page.getByRole("button", { name: "Revogar" }).click();
    await expect(page.getByText("Token revogado. Ele não funciona mais.")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Administrador" })).toBeVisible();
    await expect(row).toHaveCount(0);
    for (const token of [first, second]) {
      expect(await call(page, token, "Nota.getNotasEntradaEmAberto")).toBe("Unauthorized");
    }
    const { results } = (await rpc(page, "ApiToken.getListApiToken", {}, session)) as {
      results: { nome: string }[];
    };
    expect(results.map((token) => token.nome)).not.toContain(name);
  },
);
