import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { button, dialog, press } from "../support/actions.ts";
import { listOf } from "../support/conta-examples.ts";
import { answer, callsOf } from "../support/fake-server.ts";
import { exampleNotas } from "../support/nota-examples.ts";
import { address, expectAddress, expectCount } from "../support/open-app.tsx";
import { LIST, linkOf, openNotas, rows } from "../support/open-notas.ts";

test("J and K move between the rows, X selects them, Enter opens one", async () => {
  await openNotas();
  await press("j");
  await expect.element(linkOf(1)).toHaveFocus();
  await press("j");
  await expect.element(linkOf(2)).toHaveFocus();
  await press("k");
  await expect.element(linkOf(1)).toHaveFocus();
  await press("x");
  await expect.element(page.getByText("1 selecionado")).toBeVisible();
  await press("j");
  await press("x");
  await expect.element(page.getByText("2 selecionados")).toBeVisible();
  await press("x");
  await expect.element(page.getByText("1 selecionado")).toBeVisible();
  await press("{Enter}");
  await expectAddress(/\/nota\//);
  await expect.element(page.getByText(/^2 de \d+/)).toBeVisible();
});

test("in a document J and K step through its list, and Esc returns to the row", async () => {
  await openNotas();
  await linkOf(2).click();
  await expect.element(page.getByText(/^2 de \d+/)).toBeVisible();
  const second = address();
  await press("j");
  await expect.element(page.getByText(/^3 de \d+/)).toBeVisible();
  await press("k");
  await expectAddress(second);
  // The address changes before the page does.
  await expect.element(page.getByText(/^2 de \d+/)).toBeVisible();
  await press("{Escape}");
  await expectAddress(LIST);
  await expect.element(linkOf(2)).toHaveFocus();
  await press("j");
  await expect.element(linkOf(3)).toHaveFocus();
});

test("[ and ] turn the pages of the list", async () => {
  await openNotas(exampleNotas(25));
  await press("]");
  await expectAddress(/page=2/);
  await expectCount(rows(), 5);
  await press("[[");
  await expectCount(rows(), 20);
  await expect.element(button("Página anterior")).toBeDisabled();
  await button("Próxima página").click();
  await expectCount(rows(), 5);
  expect(callsOf("Nota.getListNota").map(({ currentPage }) => currentPage)).toContain(2);
});

test("? lists the keys, / and Ctrl+K open the search, g and a letter lead to a page", async () => {
  await openNotas();
  answer({ "Email.getListEmail": () => listOf([]) });
  await press("?");
  await expect.element(dialog("Atalhos de teclado")).toBeVisible();
  await press("{Escape}");
  await expectCount(dialog("Atalhos de teclado"), 0);
  for (const keys of ["/", "{Control>}k{/Control}"]) {
    await press(keys);
    await expect.element(page.getByRole("combobox", { name: "Buscar documentos" })).toHaveFocus();
    await press("{Escape}");
    await expectCount(dialog(), 0);
  }
  await press("gm");
  await expectAddress("/emails");
});

test("the single keys can be disabled", async () => {
  await openNotas();
  await button("Atalhos de teclado").click();
  (page.getByRole("switch", { name: "Atalhos de uma tecla" }).element() as HTMLElement).click();
  await press("{Escape}");
  await expectCount(dialog(), 0);
  await press("?j");
  await expectCount(dialog(), 0);
  await expect.element(linkOf(1)).not.toHaveFocus();
});
