import { expect, test } from "vitest";
import { digitarDeNovo, readDigitado } from "./digitado.ts";

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

test("input, choices and focus made before the application mounts are restored in its form", () => {
  const before = open();
  const { texto, caixa, escolha, longo } = fields(before);
  texto.value = "demo";
  caixa.checked = true;
  escolha.value = "y";
  longo.value = "Olá";
  longo.focus();
  const digitado = readDigitado(before);

  const after = open();
  const heard: string[] = [];
  after.addEventListener("input", (event) => heard.push((event.target as Element).tagName));
  digitarDeNovo(after, digitado);
  const now = fields(after);
  expect([now.texto.value, now.caixa.checked, now.escolha.value, now.longo.value]).toEqual([
    "demo",
    true,
    "y",
    "Olá",
  ]);
  expect(document.activeElement).toBe(now.longo);
  expect(heard).toContain("INPUT");
  expect(heard).toContain("TEXTAREA");
});

test("an autofocused, untouched field is not restored", () => {
  const root = open();
  fields(root).texto.focus();
  fields(root).texto.autofocus = true;
  expect(readDigitado(root)).toEqual({ valores: [], foco: null, enviado: null });
});

test("a form submitted before the application mounts is submitted afterwards", () => {
  const before = open();
  before.querySelector("form")?.setAttribute("data-enviado", "");
  const digitado = readDigitado(before);
  const after = open();
  let sent = 0;
  after.addEventListener("submit", (event) => {
    event.preventDefault();
    sent += 1;
  });
  digitarDeNovo(after, digitado);
  expect(sent).toBe(1);
});
