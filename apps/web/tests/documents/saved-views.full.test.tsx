import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { button, chips, choose, dialog, press } from "../support/actions.ts";
import { exampleNotas, notasAnswers } from "../support/nota-examples.ts";
import { expectAddress, expectCount, goTo, openApp } from "../support/open-app.tsx";

const LIST = "/dfe_recebidos?erp=todos&emissao=tudo&emitente=27391485000148";
const panel = (): Locator => dialog("Visões da lista");
const view = (): Locator => button(/^Visão Do Orvalho/);

/** Saves the list of a supplier, sorted by issuer and without the column of the UF, as a view. */
async function saveView(): Promise<void> {
  await openApp(LIST, notasAnswers(exampleNotas(3)));
  await choose(/^Ordem da lista/, "Nome do emitente", "menuitemradio");
  await button("Colunas e densidade").click();
  await page.getByRole("checkbox", { name: "UF" }).click();
  await press("{Escape}");
  await expectCount(page.getByRole("columnheader", { name: "UF" }), 0);
  await button("Salvar como visão").click();
  await panel().getByRole("button", { name: "Salvar" }).click();
  await expect.element(panel().getByText("Dê um nome à visão.")).toBeVisible();
  await panel().getByLabelText("Nome da visão").fill("Do Orvalho");
  await press("{Enter}");
  await expect.element(page.getByText("Visão “Do Orvalho” salva.")).toBeVisible();
  await expect.element(view()).not.toHaveTextContent("•");
}

test("a saved view keeps filter, order and columns, and shows its changes", async () => {
  await saveView();
  // Another order marks the view as modified.
  await choose(/^Ordem da lista/, "Emissão, mais antigos", "menuitemradio");
  await expect.element(view()).toHaveTextContent("•");
  await expect.element(view()).toHaveAccessibleName(/modificada/);
  await view().click();
  await panel().getByRole("button", { name: "Voltar a “Do Orvalho”" }).click();
  await expectAddress(/ordem=emitente/);
  await expect.element(view()).not.toHaveTextContent("•");
});

test("a saved view can be the default of the list, be renamed and deleted", async () => {
  await saveView();
  // The bare URL of the list opens with the default view.
  await view().click();
  await panel().getByRole("button", { name: "Abrir a lista com “Do Orvalho”" }).click();
  await goTo("/painel/nada");
  await goTo("/dfe_recebidos");
  await expectAddress(/ordem=emitente.*visao=|visao=.*ordem=emitente/);
  await expectCount(page.getByRole("link", { name: /^Abrir NF-e/ }), 3);
  await expectCount(page.getByRole("columnheader", { name: "UF" }), 0);
  // The tab link opens the list without any view.
  await page.getByRole("navigation", { name: "Listas" }).getByRole("link", { name: "Repositório" }).click();
  await expectAddress(/visao=nenhuma/);

  await button("Visões").click();
  await panel().getByRole("button", { name: "Renomear “Do Orvalho”" }).click();
  await panel().getByLabelText("Novo nome de “Do Orvalho”").fill("Laticínios");
  await press("{Enter}");
  await panel().getByRole("button", { name: "Apagar “Laticínios”" }).click();
  await dialog("Apagar a visão?").getByRole("button", { name: "Apagar" }).click();
  await expect.element(button("Salvar como visão")).toBeVisible();
  await goTo("/painel/nada");
  await goTo("/dfe_recebidos");
  await expect.element(chips()).toHaveTextContent("não processado");
  await expectAddress("/dfe_recebidos");
});
