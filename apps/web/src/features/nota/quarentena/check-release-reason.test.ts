import { expect, test } from "vitest";
import { checkReleaseReason } from "./check-release-reason.ts";
import { countReason } from "./count-reason.ts";

test.each([
  ["quatorze letra", "Escreva o motivo com 15 a 255 caracteres."],
  ["quinze letras !", null],
  ["x".repeat(255), null],
  ["x".repeat(256), "Escreva o motivo com 15 a 255 caracteres."],
  ["com    o    dono", "Escreva o motivo com 15 a 255 caracteres."],
  [`${" ".repeat(20)}curto`, "Escreva o motivo com 15 a 255 caracteres."],
])("checks the length of the reason %j", (motivo, mensagem) => {
  expect(checkReleaseReason(motivo)).toBe(mensagem);
});

test("does not count spaces around a reason", () => {
  expect(countReason("  com o fornecedor \n")).toBe(16);
});
