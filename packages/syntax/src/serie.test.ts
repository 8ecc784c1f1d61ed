import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkDigit } from "./chave-acesso.ts";
import { documentoOfChave, isSerieAvulsa, issuerOfSerie } from "./serie.ts";

function cases(name: string): string[][] {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(" | "));
}

describe("the issuers that a series allows", () => {
  test.each(cases("serie.txt"))("documents of series %s are issued by: %s", (serie, emissor) => {
    const known = issuerOfSerie(serie?.trim() ?? "");
    expect(known ?? "none").toBe(emissor);
    expect(isSerieAvulsa(serie?.trim() ?? "")).toBe(/fisco/.test(emissor ?? ""));
  });
});

describe("the emitente in a key", () => {
  test.each(cases("chave-documento.txt"))(
    "the emitente is read from the key %s: %s",
    (_what, body, documento) => {
      expect(documentoOfChave(`${body}${checkDigit(body ?? "")}`)).toBe(documento);
    },
  );
});
