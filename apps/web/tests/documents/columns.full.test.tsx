import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { button, press, rowOf } from "../support/actions.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { exampleNotas } from "../support/nota-examples.ts";
import { expectCount, reload } from "../support/open-app.tsx";
import { openNotas } from "../support/open-notas.ts";

const head = (name: string): Locator => page.getByRole("columnheader", { name });
const widthOf = (name: string): number => head(name).element().getBoundingClientRect().width;
const leftOf = (name: string): number => head(name).element().getBoundingClientRect().left;
/** Where the first cell of a column begins. */
const cellOf = (name: string): number => {
  const at = (head(name).element() as HTMLTableCellElement).cellIndex;
  return document.querySelectorAll("tr[data-linha] td")[at]?.getBoundingClientRect().left ?? -1;
};
const item = (name: string): Locator => page.getByRole("menuitem", { name, exact: true });
const heads = (): string[] =>
  [...document.querySelectorAll("th[scope=col]")].map((each) => each.firstChild?.textContent ?? "");
const edgeOf = (key: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-borda-coluna="${key}"]`);
  if (!found) throw new Error(`no edge of ${key}`);
  return found;
};

/** Drags the edge of a column. */
function drag(key: string, by: number): void {
  const edge = edgeOf(key);
  const { left } = edge.getBoundingClientRect();
  const send = (type: string, target: EventTarget, clientX: number): void => {
    target.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, clientX }));
  };
  send("pointerdown", edge, left);
  send("pointermove", window, left + by / 2);
  send("pointermove", window, left + by);
  send("pointerup", window, left + by);
}

test("the edge of a head is dragged, a double click fits it, and the widths are kept for the user", async () => {
  await page.viewport(1440, 900);
  await openNotas(exampleNotas(3));
  const [before, rowHeight] = [widthOf("Emissão"), rowOf("1.201").element().clientHeight];
  drag("emissao", 60);
  await expect.poll(() => widthOf("Emissão")).toBe(before + 60);
  expect(rowOf("1.201").element().clientHeight).toBe(rowHeight);
  expect(rowHeight).toBe(40);
  reload();
  await expect.poll(() => widthOf("Emissão")).toBe(before + 60);
  edgeOf("emissao").dispatchEvent(new MouseEvent("dblclick", { bubbles: true }));
  await expect.poll(() => widthOf("Emissão")).toBeLessThan(before + 60);
  // Nothing of the column is cut.
  for (const cell of document.querySelectorAll<HTMLElement>("td:nth-child(5)")) {
    expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth);
  }
});

test("the name's column keeps a width of its own, and the other columns theirs", async () => {
  await page.viewport(1440, 900);
  await openNotas(exampleNotas(3));
  const [before, valor] = [widthOf("Emitente"), widthOf("Valor")];
  drag("parte", -80);
  await expect.poll(() => Math.round(widthOf("Emitente"))).toBe(Math.round(before - 80));
  expect(widthOf("Valor")).toBe(valor);
  drag("parte", -5_000);
  await expect.poll(() => widthOf("Emitente")).toBe(36);
});

test("the keyboard widens, moves, pins and hides a column, and brings the usual ones back", async () => {
  await page.viewport(1440, 900);
  await openNotas(exampleNotas(3));
  const usual = heads();
  const before = widthOf("UF");
  // From the sorted head before it, the arrow keys lead to each menu.
  (head("Emitente").getByRole("button").first().element() as HTMLElement).focus();
  await press("{ArrowRight}{ArrowRight}");
  await expect.element(button("Opções da coluna UF")).toHaveFocus();
  expect(await findViolationsInThemes()).toEqual([]);
  await press("{Enter}");
  await expect.element(item("Mais larga")).toBeVisible();
  await item("Mais larga").click();
  await expect.poll(() => widthOf("UF")).toBe(before + 16);
  await item("Mais estreita").click();
  await expect.poll(() => widthOf("UF")).toBe(before);
  await item("Mover para a esquerda").click();
  await expect.element(button("Opções da coluna UF")).toHaveFocus();
  expect(heads().indexOf("UF")).toBe(usual.indexOf("UF") - 1);
  await press("{Enter}");
  await item("Fixar à esquerda").click();
  await expect.poll(() => heads().indexOf("UF")).toBe(1);
  await button("Opções da coluna UF")
    .element()
    .dispatchEvent(new MouseEvent("contextmenu", { bubbles: true }));
  await item("Ocultar coluna").click();
  await expectCount(head("UF"), 0);
  head("Valor")
    .element()
    .dispatchEvent(new MouseEvent("contextmenu", { bubbles: true }));
  await expectCount(item("Ocultar coluna"), 0);
  await item("Voltar às colunas padrão").click();
  await expect.poll(heads).toEqual(usual);
});

test("value and status stay in sight below 1200 pixels, and pinned columns at any width", async () => {
  await page.viewport(1100, 800);
  await openNotas(exampleNotas(3));
  const list = document.querySelector('[aria-label="DF-e recebidos"][tabindex]') as HTMLElement;
  const right = (): number => list.getBoundingClientRect().left + list.clientWidth;
  const edge = (name: string): number => Math.round(head(name).element().getBoundingClientRect().right);
  expect(list.scrollWidth).toBeGreaterThan(list.clientWidth);
  expect(edge("SEFAZ")).toBeLessThanOrEqual(right());
  expect(edge("Valor")).toBeLessThan(edge("SEFAZ"));
  // Each cell is below its head, also where the funnel gives it a position.
  for (const name of ["Valor", "Status NF-e", "SEFAZ", "Emitente"]) expect(cellOf(name)).toBe(leftOf(name));
  head("Número / série")
    .element()
    .dispatchEvent(new MouseEvent("contextmenu", { bubbles: true }));
  await item("Fixar à esquerda").click();
  await expect.poll(() => heads().indexOf("Número / série")).toBe(1);
  const pinnedLeft = leftOf("Número / série");
  list.scrollLeft = 80;
  await expect.poll(() => list.scrollLeft).toBeGreaterThan(0);
  expect(leftOf("Número / série")).toBe(pinnedLeft);
  expect(cellOf("Número / série")).toBe(pinnedLeft);
});
