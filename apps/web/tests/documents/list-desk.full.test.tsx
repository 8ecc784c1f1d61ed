import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { sampleNota } from "../../src/features/nota/tests/sample-nota.ts";
import { button, chips, dialog, press, rowOf } from "../support/actions.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { callsOf } from "../support/fake-server.ts";
import { exampleNotas, notasAnswers } from "../support/nota-examples.ts";
import { address, expectAddress, expectCount, openApp, reload } from "../support/open-app.tsx";
import { LIST, openNotas, rows } from "../support/open-notas.ts";

const WIDE = [1440, 900] as const;
const head = (name: string): Locator => page.getByRole("columnheader", { name });
const panel = (): Locator => page.getByRole("complementary", { name: "Documento ao lado da lista" });
const heading = (): Locator => panel().getByRole("heading", { level: 2 }).first();
const lastRequest = () => callsOf("Nota.getListNota").at(-1);

test("a head sorts the list by its column, and again the other way; the order is in the URL", async () => {
  await page.viewport(...WIDE);
  await openNotas();
  await expect.element(head("Emissão")).toHaveAttribute("aria-sort", "descending");
  await head("Valor").getByRole("button", { name: "Valor", exact: true }).click();
  await expectAddress(/ordem=valorDesc/);
  await expect.element(head("Valor")).toHaveAttribute("aria-sort", "descending");
  await expect.element(head("Emissão")).not.toHaveAttribute("aria-sort");
  await expect.poll(lastRequest).toMatchObject({ listSearchOrder: "valorDesc" });
  await head("Valor").getByRole("button", { name: "Valor", exact: true }).click();
  await expectAddress(/ordem=valorAsc/);
  await expect.element(head("Valor")).toHaveAttribute("aria-sort", "ascending");
  for (const [name, order] of [
    ["Número / série", "numeroDesc"],
    ["Emitente", "emitente"],
  ] as const) {
    await head(name).getByRole("button", { name, exact: true }).click();
    await expect.poll(lastRequest).toMatchObject({ listSearchOrder: order });
  }
  await head("Emissão").getByRole("button", { name: "Emissão", exact: true }).click();
  await expectAddress(LIST);
});

test("the rows of a page are chosen and kept, a typed page opens, and the sum is that of the filter", async () => {
  await page.viewport(...WIDE);
  const notas = exampleNotas(130);
  await openApp(LIST, { ...notasAnswers(notas) });
  await expectCount(rows(), 20);
  await expect.element(page.getByText("Soma do filtro")).toHaveTextContent(/2\.394\.645,50/);
  const field = page.getByRole("textbox", { name: "Ir para a página, de 1 a 7" });
  await field.fill("5");
  await press("{Enter}");
  await expectAddress(/page=5/);
  await expect.element(rowOf("1.281")).toBeVisible();
  await button("50").click();
  // The first row of the screen stays on the page.
  await expectAddress(/page=2/);
  await expectCount(rows(), 50);
  await expect.element(rowOf("1.281")).toBeVisible();
  await expect.poll(lastRequest).toMatchObject({ pageSize: 50, somar: true });
  await page.getByRole("textbox", { name: "Ir para a página, de 1 a 3" }).fill("99");
  await press("{Enter}");
  await expectAddress(/page=3/);
  await expectCount(rows(), 30);
  reload();
  await expectCount(rows(), 30);
  await expect.element(button("50")).toHaveAttribute("aria-pressed", "true");
  // A document knows its place in pages of this size.
  await rows().first().click();
  await expect.element(page.getByText(/^101 de 130/)).toBeVisible();
});

test("the panel turns the page at its end, and back", async () => {
  await page.viewport(...WIDE);
  await openNotas(exampleNotas(25));
  await press("k ");
  await expect.element(heading()).toHaveTextContent("1.220");
  await expect.element(panel()).toHaveTextContent("20 de 25");
  await press("j");
  await expectAddress(/page=2/);
  await expect.element(heading()).toHaveTextContent("1.221");
  await press("k");
  await expect.element(heading()).toHaveTextContent("1.220");
});

test("a cell filters by its funnel, by Alt and a click, and F filters by the supplier of the row", async () => {
  await page.viewport(...WIDE);
  await openNotas();
  await rowOf("1.201")
    .getByText("Confirmada")
    .click({ modifiers: ["Alt"] });
  await expectAddress(/sefaz=autorizada/);
  await expectCount(panel(), 0);
  await rowOf("1.201").getByText("Autorizada").hover();
  await rowOf("1.201").getByRole("button", { name: "Filtrar por Autorizada" }).click();
  await expectAddress(/nfe=autorizada/);
  await press("jf");
  await expectAddress(/emitente=27391485000148/);
});

test("a chip opens the form at its field, and leads back to its value", async () => {
  await page.viewport(...WIDE);
  await openApp("/dfe_recebidos?valor=100.00..200.00&emitente=27391485000148", notasAnswers(exampleNotas(3)));
  await chips()
    .getByRole("button", { name: /^Alterar o filtro Valor/ })
    .click();
  await expect.element(dialog().getByRole("textbox", { name: "Valor de" })).toHaveFocus();
  await userEvent.fill(dialog().getByRole("textbox", { name: "Valor de" }), "150");
  await dialog().getByRole("button", { name: "Aplicar" }).click();
  await expectAddress(/valor=150/);
  await chips()
    .getByRole("button", { name: /^Alterar o filtro Emitente/ })
    .click();
  await expect.element(dialog().getByRole("combobox", { name: "Nome do emitente" })).toHaveFocus();
});

test("a click with Ctrl or the middle button opens the page in a tab", async () => {
  await page.viewport(...WIDE);
  await openNotas();
  const opened: string[] = [];
  const native = window.open;
  window.open = (url) => {
    opened.push(String(url));
    return null;
  };
  try {
    await rowOf("1.201")
      .getByText("18.420,35")
      .click({ modifiers: ["ControlOrMeta"] });
    await rowOf("1.202").getByText("18.420,35").click({ button: "middle" });
  } finally {
    window.open = native;
  }
  expect(opened).toEqual([expect.stringMatching(/^\/nota\/.*type=E$/), expect.stringMatching(/^\/nota\//)]);
  expect(address()).toBe(LIST);
});

test("a document that leaves the list stays in the panel, and J goes on where it was", async () => {
  await page.viewport(...WIDE);
  const notas = exampleNotas(4);
  const marked = new Set<string>();
  await openApp("/dfe_recebidos", {
    ...notasAnswers(notas),
    "Nota.getListNota": () => {
      const results = notas.filter(({ id }) => !marked.has(id));
      return { results, totalCount: results.length, object: null };
    },
    "Nota.getNota": ({ id }) => ({
      object: { ...(notas.find((nota) => nota.id === id) ?? sampleNota()), processadoErp: marked.has(id) },
    }),
    "Nota.setProcessadoErp": ({ id, processado }) => {
      if (processado) marked.add(id);
      else marked.delete(id);
      return {};
    },
  });
  await expectCount(rows(), 4);
  await press("jj ");
  await expect.element(heading()).toHaveTextContent("1.202");
  await press("p");
  await expectCount(rows(), 3);
  await expect.element(heading()).toHaveTextContent("1.202");
  await expect.element(panel()).toHaveTextContent("fora do filtro");
  await press("j");
  await expect.element(heading()).toHaveTextContent("1.203");
  await press("k");
  await expect.element(heading()).toHaveTextContent("1.201");
  // The key takes back what it did, although the row has left the list.
  await press("p");
  await expectCount(rows(), 2);
  await press("p");
  await expectCount(rows(), 3);
  // Another list has no panel of this one.
  await page.getByRole("link", { name: "DF-e emitidos" }).click();
  await expectCount(panel(), 0);
});

test("the list with its panel has no violation of accessibility in both themes", async () => {
  await page.viewport(...WIDE);
  await openNotas(exampleNotas(3, (n) => (n === 0 ? { sefazStatus: "101", divergente: true } : {})));
  await press("j ");
  await expect.element(panel()).toHaveTextContent("Consultada");
  expect(await findViolationsInThemes()).toEqual([]);
});

test("the next frame after a key shows its document, and the list is not drawn again", async () => {
  await page.viewport(...WIDE);
  await openNotas(exampleNotas(100));
  await button("100").click();
  await expectCount(rows(), 100);
  document.querySelector<HTMLElement>("[data-abrir]")?.focus();
  await pressForOneFrame(" ");
  expect(document.querySelector("aside h2")?.textContent).toContain("1.201");
  await expect.element(page.getByRole("columnheader", { name: "UF" })).not.toBeInTheDocument();
  const changed = new Set<Element | null>();
  const watcher = new MutationObserver((changes) => {
    for (const { target } of changes) if (target instanceof Element) changed.add(target.closest("tr"));
  });
  watcher.observe(document.querySelector("tbody") as Element, {
    subtree: true,
    childList: true,
    attributes: true,
  });
  await pressForOneFrame("j");
  watcher.disconnect();
  expect(document.querySelector("aside h2")?.textContent).toContain("1.202");
  expect(changed.size).toBe(2);
});

/** Presses a key and waits until what it drew is on screen. */
async function pressForOneFrame(key: string): Promise<void> {
  document.activeElement?.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
  );
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
