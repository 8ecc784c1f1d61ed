import { expect, test } from "vitest";
import { COLUNAS, escolhiveisOf, readColunas, writeColunas } from "./exibicao.ts";

test("shows the default columns without a choice, and chosen columns in the order of the list", () => {
  expect(readColunas(null)).not.toContain("chave");
  expect(readColunas(null)).toContain("sefaz");
  const chosen = readColunas("uf,chave,tipo");
  expect(chosen).toEqual(["tipo", "numero", "parte", "uf", "valor", "chave"]);
  expect(readColunas(writeColunas(chosen))).toEqual(chosen);
});

test("always shows type, number, party and value, whatever is stored", () => {
  for (const kept of ["", "lixo", "uf"]) {
    expect(readColunas(kept)).toEqual(expect.arrayContaining(["tipo", "numero", "parte", "valor"]));
  }
  expect(escolhiveisOf("E")).not.toContain("numero");
});

test("offers no manifestação column for issued documents", () => {
  expect(escolhiveisOf("S")).not.toContain("manifestacao");
  expect(escolhiveisOf("E")).toContain("manifestacao");
  expect(COLUNAS.length).toBe(escolhiveisOf("E").length + 4);
});
