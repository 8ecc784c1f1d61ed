import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { button, chips, choose, dialog, press, rowOf, showMedia } from "../support/actions.ts";
import { announceChange, answer, callsOf } from "../support/fake-server.ts";
import { exampleNotas, notasAnswers } from "../support/nota-examples.ts";
import { address, expectAddress, expectCount, reload } from "../support/open-app.tsx";
import { linkOf, openNotas, rows } from "../support/open-notas.ts";

test("a list asks the server once for its rows, and once for those of the next page", async () => {
  await openNotas(exampleNotas(25));
  await press("]");
  await expectAddress(/page=2/);
  await expectCount(rows(), 5);
  expect(callsOf("Nota.getListNota").map(({ currentPage }) => currentPage)).toEqual([1, 2]);
});

test("documents that arrive are counted beside the filter, and no row moves until they are asked for", async () => {
  await openNotas();
  answer(notasAnswers(exampleNotas(5, (n) => (n === 0 ? { nomeEmitente: "Nome mais novo" } : {}))));
  await expect.poll(() => callsOf("Nota.getNotasEntradaEmAberto").length).toBeGreaterThan(0);
  announceChange();
  await expect.element(button("2 novos")).toBeVisible();
  await expectCount(rows(), 3);
  await expect.element(page.getByText("Nome mais novo")).toBeVisible();
  await button("2 novos").click();
  await expectCount(rows(), 5);
  await expectCount(button("2 novos"), 0);
});

test("Shift and a click select all rows since the last one, and clear them again", async () => {
  await openNotas(exampleNotas(6));
  const boxes = page.getByRole("checkbox", { name: /^Selecionar NF-e/ });
  const bar = page.getByRole("toolbar", { name: "Ações para os selecionados" });
  await boxes.nth(1).click();
  await boxes.nth(4).click({ modifiers: ["Shift"] });
  await expect.element(bar).toHaveTextContent("4 selecionados");
  await boxes.nth(4).click();
  await boxes.nth(3).click({ modifiers: ["Shift"] });
  await expect.element(bar).toHaveTextContent("2 selecionados");
  await boxes.nth(5).click();
  await boxes.nth(1).click({ modifiers: ["Shift"] });
  await expect.element(bar).toHaveTextContent("5 selecionados");
});

test("a nota in quarantine cannot be marked in its row", async () => {
  await openNotas(exampleNotas(1, () => ({ quarentena: true, veredito: "suspeita" })));
  await expect.element(rowOf("1.201")).toHaveTextContent("Em quarentena");
  await rowOf("1.201")
    .getByRole("button", { name: /^Recebido/ })
    .click({ force: true });
  await expectCount(dialog(), 0);
  expect(callsOf("Nota.setRecebido")).toEqual([]);
});

test("a cell filters by its value; filter and order are in the URL and survive opening a document", async () => {
  await openNotas();
  // The control shows where the pointer rests.
  await rowOf("1.201").getByText("MG", { exact: true }).hover();
  await rowOf("1.201")
    .getByRole("button", { name: /^Filtrar por [A-Z]{2}$/ })
    .click();
  await expectAddress(/uf=MG/);
  await expect.element(chips()).toHaveTextContent(/UF: MG/);
  await choose(/^Ordem da lista/, "Nome do emitente", "menuitemradio");
  await expectAddress(/ordem=emitente/);
  const filtered = address();
  await expect
    .poll(() => callsOf("Nota.getListNota").at(-1))
    .toMatchObject({ searchFilter: { uf: "MG" }, listSearchOrder: "emitente" });

  await linkOf(1).click();
  await expectAddress(/\/nota\//);
  await page.getByRole("link", { name: "Voltar à lista" }).click();
  await expectAddress(filtered);
  window.history.back();
  await expectAddress(/\/nota\//);
  window.history.back();
  await expectAddress(filtered);
  reload();
  await expectCount(rows(), 3);

  await button("Limpar").click();
  await expectAddress(/erp=todos&emissao=tudo|emissao=tudo&erp=todos/);
  await expectCount(chips(), 0);
});

test("a printed list has only its rows, without bars, checkboxes or buttons", async () => {
  await openNotas();
  await showMedia("print");
  try {
    await expect.element(page.getByText("Página 1 de 1")).not.toBeVisible();
    const pager = page.getByRole("navigation", { name: "Páginas da lista", includeHidden: true });
    await expect.element(pager).not.toBeVisible();
    await expect.element(page.getByText("Exportar")).not.toBeVisible();
    await expect.element(page.getByLabelText("Selecionar NF-e 1.201")).not.toBeVisible();
    await expect.element(rowOf("1.201")).toBeVisible();
  } finally {
    await showMedia("screen");
  }
});
