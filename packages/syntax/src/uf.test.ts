import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isUf, UFS, ufOfCodigo, zonaOfUf } from "./uf.ts";

const rows = readFileSync(new URL("./fixtures/uf.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split(" | "));

describe("a state", () => {
  test.each(rows)("has the code %s: %s", (codigo, sigla) => {
    expect(ufOfCodigo(codigo ?? "")).toBe(sigla);
    expect(isUf(sigla ?? "")).toBe(true);
  });

  test("is one of 27, with no other code", () => {
    const codes = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, "0"));
    expect(codes.filter((code) => ufOfCodigo(code) !== null)).toEqual(rows.map(([codigo]) => codigo));
    expect(UFS).toHaveLength(27);
    expect([isUf("EX"), isUf("sp"), isUf("AN")]).toEqual([false, false, false]);
  });

  test("has the zone of its capital; other codes have that of Brasília", () => {
    expect([zonaOfUf("AC"), zonaOfUf("EX")]).toEqual(["America/Rio_Branco", "America/Sao_Paulo"]);
  });
});
