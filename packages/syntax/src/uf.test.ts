import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isUf, UFS, ufOfCode, zoneOfUf } from "./uf.ts";

const rows = readFileSync(new URL("./fixtures/uf.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split(" | "));

describe("the table of states", () => {
  test.each(rows)("the code %s is that of the state %s", (code, acronym) => {
    expect(ufOfCode(code ?? "")).toBe(acronym);
    expect(isUf(acronym ?? "")).toBe(true);
  });

  test("the codes are those of the 27 states, and no other", () => {
    const codes = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, "0"));
    expect(codes.filter((code) => ufOfCode(code) !== null)).toEqual(rows.map(([code]) => code));
    expect(UFS).toHaveLength(27);
    expect([isUf("EX"), isUf("sp"), isUf("AN")]).toEqual([false, false, false]);
  });

  test("a state has the zone of its capital; other codes have that of Brasília", () => {
    expect([zoneOfUf("AC"), zoneOfUf("EX")]).toEqual(["America/Rio_Branco", "America/Sao_Paulo"]);
  });
});
