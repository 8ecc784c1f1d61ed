import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { button, choose, dialog, press } from "../support/actions.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { listOf } from "../support/conta-examples.ts";
import { type Answers, callsOf, holdAnswer } from "../support/fake-server.ts";
import { exampleChave, exampleNotas, notasAnswers } from "../support/nota-examples.ts";
import { expectAddress, expectCount, openApp, reload } from "../support/open-app.tsx";

const headerField = (): Locator => page.getByRole("textbox", { name: "Buscar documentos" });
const palette = (): Locator => dialog("Busca");
const field = (): Locator => page.getByRole("combobox", { name: "Buscar documentos" });
const option = (name: string | RegExp): Locator => palette().getByRole("option", { name });
const scheme = (): string | null => document.documentElement.getAttribute("data-mantine-color-scheme");

const [nota] = exampleNotas(1);
if (!nota) throw new Error("no example");

/** A server that finds the example nota by its number or key. */
const SEARCH: Answers = {
  ...notasAnswers([nota]),
  "Nota.globalSearchNota": ({ searchKey }) => {
    const { numeroNota, chaveAcesso } = nota;
    const found = numeroNota.startsWith(searchKey) || chaveAcesso.startsWith(searchKey.replaceAll(" ", ""));
    return listOf(found ? [{ ...nota, alvo: "nota", type: "E", notaId: nota.id, porque: "numero" }] : []);
  },
};

test("the search finds documents by any part and opens one by keyboard", async () => {
  await openApp("/admin", SEARCH);
  // Text typed in the header continues in the palette; two characters are too few.
  await userEvent.type(headerField(), "12");
  await expect.element(field()).toHaveFocus();
  await expect.element(palette().getByRole("status")).toHaveTextContent("Digite ao menos 3 caracteres.");
  // The first digits of the number, or the first characters of the key, are enough.
  for (const start of ["120", nota.chaveAcesso.slice(0, 12), "1201"]) {
    await field().fill(start);
    await expect.element(option(`Ver todos na lista: “${start}”`)).toHaveAttribute("aria-selected", "true");
    await expect.element(option(/^NF-e.*1\.201/)).toBeVisible();
  }
  expect(await findViolationsInThemes()).toEqual([]);
  await press("{ArrowDown}{Enter}");
  await expectAddress(`/nota/${nota.id}?type=E`);
});

test("a scanned key and Enter open the document without a mouse", async () => {
  await openApp("/admin", SEARCH);
  await expect.element(headerField()).toBeVisible();
  await press("/");
  await expect.element(field()).toHaveFocus();
  await field().fill(exampleChave(1_201).replace(/(.{4})/g, "$1 "));
  await press("{Enter}");
  await expectAddress(`/nota/${nota.id}?type=E`);
  await expectCount(palette(), 0);
});

test("Enter without a selection opens the whole list, and the search is remembered after a reload", async () => {
  await openApp("/admin", SEARCH);
  await expect.element(headerField()).toBeVisible();
  await press("{Control>}k{/Control}");
  await field().fill("1201");
  await press("{Enter}");
  await expectAddress(/\/dfe_recebidos\?.*texto=1201/);
  reload();
  await expect.element(headerField()).toBeVisible();
  await press("{Control>}k{/Control}");
  await expect.element(option("1201")).toBeVisible();
  await press("{Escape}");
  await press("gd");
  await expectAddress("/painel");
});

test("actions are found by their words; Esc returns to the page", async () => {
  await openApp("/admin", SEARCH);
  await expect.element(headerField()).toBeVisible();
  await press("{Control>}k{/Control}");
  await field().fill("aparência escuro");
  await page.getByRole("option", { name: "Escuro", exact: true }).click();
  await expect.poll(scheme).toBe("dark");
  await press("{Control>}k{/Control}");
  await expect.element(field()).toHaveFocus();
  await press("{Escape}");
  await expectCount(palette(), 0);
});

/** Searches for a text whose answer is held. @returns releases it */
async function typeHeld(text: string): Promise<() => void> {
  const { held, release } = holdAnswer();
  await openApp("/admin", {
    "Nota.globalSearchNota": async ({ searchKey }) => {
      if (searchKey === text) await held;
      return listOf([]);
    },
  });
  await expect.element(headerField()).toBeVisible();
  await press("{Control>}k{/Control}");
  await field().fill(text);
  await expect.poll(() => callsOf("Nota.globalSearchNota").at(-1)?.searchKey).toBe(text);
  return release;
}

test("a slow answer to a search never replaces the results of a later text", async () => {
  const release = await typeHeld("zzz");
  await press("9x");
  await expect.element(palette().getByText(/^Nenhum documento/)).toBeVisible();
  release();
  await expect.element(field()).toHaveValue("zzz9x");
  await expect.element(option("Ver todos na lista: “zzz9x”")).toBeVisible();
});

test("a search answer that arrives during a click does not remove the clicked option", async () => {
  const release = await typeHeld("claro");
  const element = option(/^Claro/).element();
  element.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  element.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true }));
  release();
  await new Promise((done) => setTimeout(done, 50));
  await expect.element(option(/^Claro/)).toBeVisible();
  expect(option(/^Claro/).element()).toBe(element);
  (element as HTMLElement).click();
  await expectCount(palette(), 0);
  await expect.poll(scheme).toBe("light");
});

test("the chosen theme is stored", async () => {
  await openApp("/admin");
  await choose("Menu de Marina Prado", "Escuro", "menuitemradio");
  await expect.poll(scheme).toBe("dark");
  expect(localStorage.getItem("malote-tema")).toBe("dark");
  await expect.element(button("Menu de Marina Prado")).toBeVisible();
});
