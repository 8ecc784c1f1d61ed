import { expect, test } from "vitest";
import { readTypedInput, repeatInput } from "./typed-input.ts";

const FORM = `<form><input name="a" autofocus><input type="checkbox"><select><option>x</option><option>y</option></select>
  <textarea></textarea><button>ok</button></form>`;

function open(html = FORM): HTMLElement {
  document.body.innerHTML = `<div id="root">${html}</div>`;
  return document.getElementById("root") as HTMLElement;
}

const fields = (root: HTMLElement) => ({
  texto: root.querySelector("input") as HTMLInputElement,
  caixa: root.querySelector("input[type=checkbox]") as HTMLInputElement,
  escolha: root.querySelector("select") as HTMLSelectElement,
  longo: root.querySelector("textarea") as HTMLTextAreaElement,
});

test("text, choices and focus entered before the application mounts are restored in its form", () => {
  const before = open();
  const { texto: text, caixa: checkbox, escolha: choice, longo: longText } = fields(before);
  text.value = "demo";
  checkbox.checked = true;
  choice.value = "y";
  longText.value = "Olá";
  longText.focus();
  const typedInput = readTypedInput(before);

  const after = open();
  const events: string[] = [];
  after.addEventListener("input", (event) => events.push((event.target as Element).tagName));
  repeatInput(after, typedInput);
  const now = fields(after);
  expect([now.texto.value, now.caixa.checked, now.escolha.value, now.longo.value]).toEqual([
    "demo",
    true,
    "y",
    "Olá",
  ]);
  expect(document.activeElement).toBe(now.longo);
  expect(events).toContain("INPUT");
  expect(events).toContain("TEXTAREA");
});

test("an autofocused, untouched field is not restored", () => {
  const root = open();
  fields(root).texto.focus();
  fields(root).texto.autofocus = true;
  expect(readTypedInput(root)).toEqual({ values: [], focus: null, submitted: null, clicked: null });
});

test("a form submitted before the application mounts is submitted afterwards", () => {
  const before = open();
  before.querySelector("form")?.setAttribute("data-enviado", "");
  const typedInput = readTypedInput(before);
  const after = open();
  let sent = 0;
  after.addEventListener("submit", (event) => {
    event.preventDefault();
    sent += 1;
  });
  repeatInput(after, typedInput);
  expect(sent).toBe(1);
});

test("a button that was clicked before the application mounts is clicked afterwards", () => {
  const html = `<button type="button">um</button><button type="button">dois</button>${FORM}`;
  const before = open(html);
  before.querySelectorAll("button")[1]?.setAttribute("data-clicado", "");
  const typedInput = readTypedInput(before);
  const after = open(html);
  const clicked: (string | null)[] = [];
  after.addEventListener("click", ({ target }) => clicked.push((target as Element).textContent));
  repeatInput(after, typedInput);
  expect(clicked).toEqual(["dois"]);
});
