import { expect, test } from "vitest";
import { checkMotivo } from "./liberacao.ts";
import { countMotivo } from "./motivo.ts";

test.each([
  ["quatorze letra", "Escreva o motivo com 15 a 255 caracteres."],
  ["quinze letras !", null],
  ["x".repeat(255), null],
  ["x".repeat(256), "Escreva o motivo com 15 a 255 caracteres."],
  ["com    o    dono", "Escreva o motivo com 15 a 255 caracteres."],
  [`${" ".repeat(20)}curto`, "Escreva o motivo com 15 a 255 caracteres."],
])("checks the length of the reason %j", (motivo, mensagem) => {
  expect(checkMotivo(motivo)).toBe(mensagem);
});

test("does not count spaces around a reason", () => {
  expect(countMotivo("  com o fornecedor \n")).toBe(16);
});
