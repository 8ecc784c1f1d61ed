import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { button, choose, dialog, press } from "../support/actions.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { contaAnswers, exampleUsuario, listOf, ORDINARY } from "../support/conta-examples.ts";
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
    await expect
      .element(option(new RegExp(`^Ver na lista: “${start}”`)))
      .toHaveAttribute("aria-selected", "true");
    await expect.element(option(/^NF-e.*1\.201/)).toBeVisible();
  }
  await expect.element(page.getByRole("listbox")).toHaveAttribute("aria-busy", "false");
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
  await expect.element(option(/^Ver na lista: “zzz9x”/)).toBeVisible();
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

/** A server whose list, suppliers and users match "pedra". */
const PEDRA: Answers = {
  ...notasAnswers(exampleNotas(5)),
  "Nota.globalSearchNota": () => listOf([]),
  "Autocomplete.getParticipantes": ({ searchKey }) =>
    listOf(
      "vinicola pedra morna".includes(searchKey)
        ? [{ valor: "99846772000106", rotulo: "Vinícola Pedra Morna Ltda", detalhe: null }]
        : [],
    ),
  "Usuario.getListUsuario": () =>
    listOf([exampleUsuario({ nomeCompleto: "Ana Pedra", email: "ana@x.example" })]),
};

test("a complete operator becomes a token, Backspace takes it back, and the list says what it holds", async () => {
  await openApp("/admin", PEDRA);
  await expect.element(headerField()).toBeVisible();
  await press("{Control>}k{/Control}");
  await userEvent.type(field(), "val");
  await press("{Tab}");
  await expect.element(field()).toHaveValue("valor:");
  await userEvent.type(field(), ">1000 pedra");
  const token = palette().getByRole("button", { name: "Retirar valor:>1000" });
  await expect.element(token).toBeVisible();
  await expect.element(field()).toHaveValue("pedra");
  await expect
    .element(option(/^Ver na lista: valor acima de R\$.1\.000,00, “pedra” 5 documentos, R\$/))
    .toHaveAttribute("aria-selected", "true");
  await expectCount(palette().getByRole("option", { name: /^NF-e/ }), 3);
  expect(callsOf("Nota.globalSearchNota").filter(({ searchKey }) => searchKey.includes("valor:>"))).toEqual(
    [],
  );
  expect(await findViolationsInThemes()).toEqual([]);
  await field().fill("");
  await press("{Backspace}");
  await expect.element(field()).toHaveValue("valor:>1000");
  await expectCount(token, 0);
  await press("{Enter}");
  await expectAddress(/\/dfe_recebidos\?.*texto=valor%3A%3E1000/);
});

test("suppliers open their documents, and managers find users", async () => {
  await openApp("/admin", PEDRA);
  await expect.element(headerField()).toBeVisible();
  await press("{Control>}k{/Control}");
  await userEvent.type(field(), "pedra");
  await expect.element(option(/^Ana Pedra/)).toBeVisible();
  await option(/^Vinícola Pedra Morna Ltda.*Ver os 5 documentos$/).click();
  await expectAddress("/dfe_recebidos?erp=todos&emissao=tudo&emitente=99846772000106");
});

test("an ordinary user is offered no commands and no people of a manager", async () => {
  await openApp("/admin", { ...PEDRA, ...contaAnswers({ usuario: ORDINARY }), ...notasAnswers([]) });
  await expect.element(headerField()).toBeVisible();
  await press("{Control>}k{/Control}");
  await userEvent.type(field(), ">");
  await expect.element(option(/^Importar XML/)).toBeVisible();
  for (const name of [/^Nova empresa/, /^Novo usuário/, /^Nova caixa/, /^Usuários e permissões/]) {
    await expectCount(option(name), 0);
  }
});

test("the open document is marked, and the open list exported, from the palette", async () => {
  await openApp(`/nota/${nota.id}?type=E`, SEARCH);
  await expect.element(button(/^Marcar Conferido/)).toBeVisible();
  await press("{Control>}k{/Control}");
  await userEvent.type(field(), ">conf");
  await option(/^Marcar NF-e 1\.201 como Conferido/).click();
  await dialog(/./).getByRole("button", { name: "Marcar" }).click();
  await expect.poll(() => callsOf("Nota.setConferido")).toEqual([{ id: nota.id, conferido: true }]);
  await press("gr");
  await expectAddress("/dfe_recebidos");
  await expect.element(page.getByRole("row").nth(1)).toBeVisible();
  await press("{Control>}k{/Control}");
  // The document that was open is among the recent ones.
  await expect.element(option(/^NF-e 1\.201/)).toBeVisible();
  await userEvent.type(field(), ">exportar csv");
  await expect.element(option("Exportar a lista em CSV (1 documento)")).toBeVisible();
});

test("Alt Enter shows a found document beside the list, and Enter still opens its page", async () => {
  await page.viewport(1440, 900);
  await openApp("/admin", SEARCH);
  await expect.element(headerField()).toBeVisible();
  await press("/");
  await field().fill("1201");
  await expect.element(option(/^NF-e.*1\.201/)).toBeVisible();
  await press("{ArrowDown}{Alt>}{Enter}{/Alt}");
  await expectAddress(/dfe_recebidos\?.*texto=\d{44}/);
  await expectCount(palette(), 0);
  await expect.poll(() => document.querySelector("[data-panel]")?.textContent).toContain("1.201");
});

test("a search is kept as a view of the list that it opens, but not that for one document", async () => {
  await openApp("/admin", SEARCH);
  await expect.element(headerField()).toBeVisible();
  await press("/");
  await field().fill(nota.chaveAcesso);
  await expect.element(option("Abrir o documento desta chave")).toBeVisible();
  await expectCount(option("Salvar esta busca como visão"), 0);
  await field().fill("valor:>1000 serra");
  await option("Salvar esta busca como visão").click();
  await expectAddress(/dfe_recebidos\?erp=todos&emissao=tudo&texto=valor/);
  await expect.element(page.getByRole("textbox", { name: "Nome da visão" })).toHaveFocus();
});
