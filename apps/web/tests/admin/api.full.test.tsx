import { PEOPLE_MESSAGES } from "@malote/contract";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { button, choose, dialog, press, rowOf } from "../support/actions.ts";
import { exampleToken, tokenAnswers } from "../support/admin-examples.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { contaAnswers, NOW, ORDINARY } from "../support/conta-examples.ts";
import { callsOf, Refused } from "../support/fake-server.ts";
import { expectCount, openApp, reload } from "../support/open-app.tsx";

const drawer = (): Locator => dialog(/token/i);
const nome = (): Locator => drawer().getByLabelText("Nome", { exact: true });
const lastDay = (): Locator => drawer().getByLabelText("Último dia", { exact: true });
const createButton = (): Locator => drawer().getByRole("button", { name: "Criar o token" });

test("the form of a token requires a name, and shows the server's refusal at its field", async () => {
  const mensagem = "A validade deve ficar entre hoje e 20/11/2027.";
  await openApp("/admin?tab=api", {
    ...tokenAnswers([]),
    "ApiToken.saveApiToken": () => {
      throw new Refused(mensagem, [{ campo: "apiToken.validade", mensagem }]);
    },
  });
  await button("Novo token").first().click();
  await createButton().click();
  await expect.element(drawer().getByText("Preencha este campo.")).toBeVisible();
  expect(callsOf("ApiToken.saveApiToken")).toEqual([]);
  await nome().fill("Fiscal");
  // Escape closes the confirmation, not the drawer under it.
  await press("{Escape}");
  const question = dialog("Abandonar alterações?");
  await expect.element(question.getByRole("button", { name: "Continuar no token" })).toHaveFocus();
  await press("{Escape}");
  await expectCount(question, 0);
  await expect.element(nome()).toHaveValue("Fiscal");
  await lastDay().fill("31/12/2099");
  await createButton().click();
  await expect.element(drawer().getByText(mensagem)).toBeVisible();
  await expect.element(lastDay()).toHaveAttribute("aria-invalid", "true");
  expect(await findViolationsInThemes()).toEqual([]);
  expect(callsOf("ApiToken.saveApiToken")).toMatchObject([{ apiToken: { validade: "2099-12-31" } }]);
});

test("a new token has the chosen scopes, and its secret is shown once and not left uncopied by mistake", async () => {
  await openApp("/admin?tab=api", tokenAnswers([]));
  await button("Novo token").first().click();
  await nome().fill("Fiscal");
  for (const scope of ["notas:marcar", "importar", "emails:ler"]) {
    await drawer().getByRole("checkbox", { name: scope }).click();
  }
  await createButton().click();
  const secret = dialog();
  await expect.element(secret).toHaveTextContent(PEOPLE_MESSAGES.apiTokenGerado);
  await expect.element(secret).toHaveTextContent("mal_live_segredo");
  await expect.element(secret.getByRole("button", { name: "Copiar o token" })).toHaveFocus();
  const [sent] = callsOf("ApiToken.saveApiToken");
  expect(sent?.apiToken.escopos).toContain("notas:ler");
  expect(sent?.apiToken.escopos).not.toContain("importar");
  await press("{Escape}");
  await button("Voltar ao token").click();
  await button("Já copiei").click();
  await expectCount(dialog(), 0);
  await expect.element(rowOf("Fiscal")).toBeVisible();
  await expect.element(page.getByRole("main")).not.toHaveTextContent("mal_live_segredo");
});

test("a token in use shows its last use; a revoked one disappears after a confirmation", async () => {
  await openApp("/admin?tab=api", tokenAnswers([exampleToken({ ultimoUso: NOW, ultimoIp: "203.0.113.7" })]));
  await expect.element(rowOf("ERP da matriz")).toHaveTextContent("203.0.113.7");
  await choose("Ações do token ERP da matriz", "Revogar");
  await dialog().getByRole("button", { name: "Revogar" }).click();
  await expect.element(page.getByText(PEOPLE_MESSAGES.apiTokenRevogado)).toBeVisible();
  await expectCount(rowOf("ERP da matriz"), 0);
});

test("the API examples contain the server's address, and arrow keys switch their tabs", async () => {
  await openApp("/admin?tab=api&secao=exemplos", tokenAnswers([exampleToken({ chamadas30Dias: 7 })]));
  const code = page.getByRole("main");
  await expect.element(code).toHaveTextContent(`${window.location.origin}/Services/rest/v1/notas?cursor=`);
  (page.getByRole("tab", { name: "curl" }).element() as HTMLElement).focus();
  await press("{ArrowRight}");
  await expect.element(page.getByRole("tab", { name: "TypeScript" })).toHaveFocus();
  await expect.element(code).toHaveTextContent("await fetch(");
  await page.getByRole("tab", { name: "JSON-RPC" }).click();
  await expect.element(code).toHaveTextContent("Nota.getListNota");
  expect(await findViolationsInThemes()).toEqual([]);
  await page.getByRole("link", { name: "Uso" }).click();
  await expect.element(page.getByRole("heading", { name: "Chamadas por token" })).toBeVisible();
  reload();
  await expect.element(page.getByRole("main")).toHaveTextContent("ERP da matriz");
});

test("an ordinary user sees a refusal in place of the tokens", async () => {
  await openApp("/admin?tab=api", contaAnswers({ usuario: ORDINARY }));
  await expect.element(page.getByText(PEOPLE_MESSAGES.acessoRestrito)).toBeVisible();
  await expectCount(button("Novo token"), 0);
});
