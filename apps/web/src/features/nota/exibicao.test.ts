import { expect, test } from "vitest";
import { COLUNAS, escolhiveisOf, readColunas, writeColunas } from "./exibicao.ts";

test("who has chosen nothing sees the columns of the start; what was chosen is kept in its order", () => {
  expect(readColunas(null)).not.toContain("chave");
  expect(readColunas(null)).toContain("sefaz");
  const chosen = readColunas("uf,chave,tipo");
  expect(chosen).toEqual(["tipo", "numero", "parte", "uf", "valor", "chave"]);
  expect(readColunas(writeColunas(chosen))).toEqual(chosen);
});

test("type, number, party and value stay whatever is kept", () => {
  for (const kept of ["", "lixo", "uf"]) {
    expect(readColunas(kept)).toEqual(expect.arrayContaining(["tipo", "numero", "parte", "valor"]));
  }
  expect(escolhiveisOf("E")).not.toContain("numero");
});

test("issued documents have no manifestação to show", () => {
  expect(escolhiveisOf("S")).not.toContain("manifestacao");
  expect(escolhiveisOf("E")).toContain("manifestacao");
  expect(COLUNAS.length).toBe(escolhiveisOf("E").length + 4);
});
