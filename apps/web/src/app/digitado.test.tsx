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

test("what was typed, ticked, chosen and focused before the application is there is done again in its form", () => {
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

test("a field that the page itself put the focus in is left to the application", () => {
  const root = open();
  fields(root).texto.focus();
  fields(root).texto.autofocus = true;
  expect(readDigitado(root)).toEqual({ valores: [], foco: null, enviado: null });
});

test("a form that was sent too early is sent when the application is there", () => {
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
