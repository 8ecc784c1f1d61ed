import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { button, press, rowOf } from "../support/actions.ts";
import { answer, callsOf, holdAnswer } from "../support/fake-server.ts";
import { exampleNotas, notasAnswers } from "../support/nota-examples.ts";
import { expectAddress, expectCount, openApp, PHONE } from "../support/open-app.tsx";
import { LIST, linkOf, openNotas, rows } from "../support/open-notas.ts";

const panel = (): Locator => page.getByRole("complementary", { name: "Documento ao lado da lista" });
const heading = (): Locator => panel().getByRole("heading", { level: 2 }).first();
const WIDE = [1440, 900] as const;

test("Space shows the focused document beside the list, at once and without its page", async () => {
  await page.viewport(...WIDE);
  await openNotas();
  const { held, release } = holdAnswer();
  answer({
    "Nota.getNota": async ({ id }) => {
      await held;
      return notasAnswers(exampleNotas(3))["Nota.getNota"]?.({ id }) as never;
    },
  });
  await press("j ");
  await expect.element(heading()).toHaveTextContent("1.201");
  // All that the row says is there before the document is read.
  await expect.element(panel()).toHaveTextContent("Laticínios Serra Nublada Ltda");
  await expect.element(panel()).toHaveTextContent(/R\$\s18\.420,35/);
  await expect.element(panel()).toHaveTextContent("1 de 3");
  await expect.element(panel()).toHaveTextContent("Autorizada");
  await expect.element(panel()).not.toHaveTextContent("Protocolo");
  const top = (): number => panel().getByText("Valor total").element().getBoundingClientRect().top;
  const before = top();
  release();
  await expect.element(panel()).toHaveTextContent("Protocolo 131260094418207");
  expect(top()).toBe(before);
  await expect.element(linkOf(1)).toHaveFocus();
  await expectAddress(LIST);
});

test("J, K and the arrows move row and panel together, and Esc gives the focus back to the row", async () => {
  await page.viewport(...WIDE);
  await openNotas();
  await press("j j");
  await expect.element(heading()).toHaveTextContent("1.202");
  await expect.element(linkOf(2)).toHaveFocus();
  await press("{ArrowDown}");
  await expect.element(heading()).toHaveTextContent("1.203");
  await press("k{ArrowUp}");
  await expect.element(heading()).toHaveTextContent("1.201");
  await expect.element(linkOf(1)).toHaveFocus();
  await panel().getByRole("button", { name: "Próximo documento" }).click();
  await expect.element(heading()).toHaveTextContent("1.202");
  await press("{Escape}");
  await expectCount(panel(), 0);
  await expect.element(linkOf(2)).toHaveFocus();
});

test("a click on a row opens the panel, its link the page, and × closes the panel", async () => {
  await page.viewport(...WIDE);
  await openNotas();
  await rowOf("1.202").getByText("18.420,35").click();
  await expect.element(heading()).toHaveTextContent("1.202");
  await expect.element(page.getByRole("columnheader", { name: "Status NF-e" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("columnheader", { name: "SEFAZ" })).toBeVisible();
  await button("Fechar o painel").click();
  await expectCount(panel(), 0);
  await expect.element(page.getByRole("columnheader", { name: "Status NF-e" })).toBeVisible();
  await press(" ");
  await panel()
    .getByRole("link", { name: /^Abrir a nota/ })
    .click();
  await expectAddress(/\/nota\//);
  await expect.element(page.getByText(/^2 de 3/)).toBeVisible();
});

test("R, C and P mark the document in the panel without a question, and the toast undoes it", async () => {
  await page.viewport(...WIDE);
  await openNotas();
  await press("j ");
  await expect.element(heading()).toHaveTextContent("1.201");
  await press("c");
  await expect.element(page.getByText("1 nota marcada como conferida.")).toBeVisible();
  expect(callsOf("Nota.setConferido")).toHaveLength(1);
  await expect.element(panel().getByText("Marina Prado")).toBeVisible();
  await page.getByRole("alert").getByRole("button", { name: "Desfazer" }).click();
  await expect
    .poll(() => callsOf("Nota.setConferido").map(({ conferido }) => conferido))
    .toEqual([true, false]);
});

test("a row has one tab stop, and the arrows lead to its other controls", async () => {
  await page.viewport(...WIDE);
  await openNotas();
  await press("j");
  await expect.element(linkOf(1)).toHaveFocus();
  await userEvent.tab();
  await expect.element(linkOf(2)).toHaveFocus();
  await press("{ArrowLeft}{ArrowLeft}");
  await press(" ");
  await expectCount(panel(), 0);
  await press("{ArrowRight}");
  await press("{ArrowRight}{ArrowRight}");
  await expect.element(button(/^Filtrar por Laticínios/).nth(1)).toHaveFocus();
});

test("Tab leads from the row into its panel, and back", async () => {
  await page.viewport(...WIDE);
  await openNotas();
  await press("jj ");
  await expect.element(heading()).toHaveTextContent("1.202");
  await userEvent.tab();
  await expect.element(panel().getByRole("button", { name: "Documento anterior" })).toHaveFocus();
  await userEvent.tab({ shift: true });
  await expect.element(linkOf(2)).toHaveFocus();
});

test("on a phone a document opens its page", async () => {
  await page.viewport(...PHONE);
  await openApp(LIST, notasAnswers(exampleNotas(1)));
  await page.getByRole("list", { name: "Documentos" }).getByRole("link").click();
  await expectAddress(/\/nota\//);
  expect(rows().elements()).toHaveLength(0);
});
