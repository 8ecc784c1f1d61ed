import { expect, test } from "@playwright/test";
import { covers } from "../support/routes.ts";
import { playScenario, signIn, waitNota } from "../support/sandbox.ts";

test(
  "documents are marked as one lote, found again after leaving the page, and undone",
  covers("/lotes"),
  async ({ page }) => {
    const token = await signIn(page);
    const chaves = await playScenario(page, "zip-com-tres-notas");
    const notas = [];
    for (const chave of chaves) notas.push(await waitNota(page, { token, chave }));
    await page.goto("/dfe_recebidos?erp=todos&emissao=tudo&ordem=chegadaDesc");
    for (const { id } of notas) await page.locator(`[data-linha="${id}"]`).getByRole("checkbox").click();
    const toolbar = page.getByRole("toolbar", { name: "Ações para os selecionados" });
    await expect(toolbar).toContainText("3 selecionados");
    await toolbar.getByRole("button", { name: "Conferido" }).click();
    const question = page.getByRole("dialog", { name: "Marcar como conferido" });
    await question.getByRole("button", { name: "Marcar 3" }).click();
    const board = page.getByRole("dialog", { name: /^(Marcação|Lote desfeito)/ });
    await expect(board).toContainText("3 de 3 prontos", { timeout: 30_000 });
    await expect(board).toContainText("3 feitos");
    await board.getByRole("button", { name: "Fechar" }).last().click();

    await page.goto("/lotes");
    const last = page.getByRole("button", { name: /^Lote \d+$/ }).first();
    await last.click();
    await board.getByRole("button", { name: "Desfazer" }).click();
    await expect(board).toContainText("Desmarcar: Conferido");
    await expect(board).toContainText("3 de 3 prontos", { timeout: 30_000 });
    await expect(board).not.toContainText("sem mudança");
  },
);
