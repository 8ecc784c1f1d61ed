import { expect, test } from "@playwright/test";
import { signIn } from "../support/sandbox.ts";

const DOCUMENTS = 20;

test("twenty documents are marked as one lote, found again after leaving the page, and undone", async ({
  page,
}) => {
  await signIn(page);
  // The history of the demo conta, oldest first: no other test marks these.
  await page.goto("/dfe_recebidos?erp=todos&emissao=tudo&conferido=nao&ordem=emissaoAsc");
  await page.getByRole("checkbox", { name: "Selecionar todos da página" }).click();
  const toolbar = page.getByRole("toolbar", { name: "Ações para os selecionados" });
  await expect(toolbar).toContainText(`${DOCUMENTS} selecionados`);
  await toolbar.getByRole("button", { name: "Conferido" }).click();
  const question = page.getByRole("dialog", { name: "Marcar como conferido" });
  await expect(question).toContainText(/\d+ de 20/);
  await question.getByRole("button", { name: /^Marcar \d+$/ }).click();
  const board = page.getByRole("dialog", { name: /^Marcação/ });
  await expect(board).toContainText("20 de 20 prontos", { timeout: 30_000 });
  await expect(board).toContainText(/\d+ feitos/);
  await board.getByRole("button", { name: "Fechar" }).last().click();

  await page.goto("/lotes");
  await page
    .getByRole("button", { name: /^Lote \d+$/ })
    .first()
    .click();
  await board.getByRole("button", { name: "Desfazer" }).click();
  await expect(board).toContainText("Desmarcar: Conferido");
  await expect(board).toContainText(/(\d+) de \1 prontos/, { timeout: 30_000 });
  await expect(board).not.toContainText("sem mudança");
});
