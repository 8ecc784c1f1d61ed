import { expect, test } from "vitest";
import { checkReleaseReason, countReason } from "./release-rules.ts";

test.each([
  ["quatorze letra", "Escreva o motivo com 15 a 255 caracteres."],
  ["quinze letras !", null],
  ["x".repeat(255), null],
  ["x".repeat(256), "Escreva o motivo com 15 a 255 caracteres."],
  ["com    o    dono", "Escreva o motivo com 15 a 255 caracteres."],
  [`${" ".repeat(20)}curto`, "Escreva o motivo com 15 a 255 caracteres."],
])("the reason for a release must have 15 to 255 characters: %j", (motivo, mensagem) => {
  expect(checkReleaseReason(motivo)).toBe(mensagem);
});

test("spaces around the reason for a release are not counted", () => {
  expect(countReason("  com o fornecedor \n")).toBe(16);
});
