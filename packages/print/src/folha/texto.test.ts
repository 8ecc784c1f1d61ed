import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { widthOf } from "../pdf/pagina.ts";
import { alturaLinhas, breakTexto, linhasEm } from "./texto.ts";

const WORDS = fc.array(
  fc.string({ unit: fc.constantFrom(..."ação WiM.0123,ABC"), minLength: 1, maxLength: 60 }),
  {
    maxLength: 12,
  },
);

describe("breakTexto", () => {
  test("keeps everything but blanks, and returns no line wider than the limit", () => {
    fc.assert(
      fc.property(WORDS, fc.integer({ min: 8, max: 90 }), (words, largura) => {
        const texto = words.join("\n");
        const linhas = breakTexto(texto, largura, { corpo: 8 });
        expect(linhas.join("").replace(/\s/g, "")).toBe(texto.replace(/\s/g, ""));
        for (const linha of linhas) expect(widthOf(linha, "normal", 8)).toBeLessThanOrEqual(largura + 1e-9);
      }),
    );
  });

  test("breaks between words if possible, and within a word that is too wide", () => {
    expect(breakTexto("pão de queijo", 14, { corpo: 10 })).toEqual(["pão de", "queijo"]);
    expect(breakTexto("WWWWWW", 10, { corpo: 10 })).toEqual(["WWW", "WWW"]);
    expect(breakTexto("a W,aBWa", 9, { corpo: 8 })).toEqual(["a", "W,aB", "Wa"]);
    expect(breakTexto("um\n\ndois", 50)).toEqual(["um", "", "dois"]);
    expect(breakTexto("", 50)).toEqual([]);
  });

  test("linhasEm is the inverse of alturaLinhas", () => {
    for (const corpo of [5, 6.5, 8, 10]) {
      for (let linhas = 0; linhas < 30; linhas += 1) {
        const height = alturaLinhas(linhas, { corpo });
        expect(linhasEm(height, { corpo })).toBe(linhas);
        if (linhas > 0) expect(linhasEm(height - 0.1, { corpo })).toBe(linhas - 1);
      }
    }
  });
});
