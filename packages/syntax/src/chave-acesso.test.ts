import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  checkDigit,
  InvalidChaveAcessoError,
  isChaveAcesso,
  parseChaveAcesso,
  splitChaveAcesso,
} from "./chave-acesso.ts";

function cases(name: string): string[][] {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(" | "));
}

describe("parsing an access key", () => {
  test.each(cases("chave-acesso.valid.txt"))(
    "an access key is parsed in every notation that users type: %s",
    (typed, chave) => {
      expect(parseChaveAcesso(typed ?? "")).toBe(chave?.trim());
      expect(isChaveAcesso(chave?.trim() ?? "")).toBe(true);
    },
  );

  test.each(cases("chave-acesso.invalid.txt"))("an invalid access key is refused: %s", (_what, text) => {
    expect(() => parseChaveAcesso(text ?? "")).toThrow(InvalidChaveAcessoError);
    expect(isChaveAcesso(text ?? "")).toBe(false);
  });

  test("an access key is split at its fixed columns", () => {
    expect(splitChaveAcesso("35261112ABC34501DE35550010000001231123456788")).toEqual({
      cUF: "35",
      uf: "SP",
      anoMes: "2611",
      documento: "12ABC34501DE35",
      modelo: "55",
      serie: "001",
      numero: "000000123",
      tpEmis: "1",
      codigo: "12345678",
      digito: "8",
    });
    expect(splitChaveAcesso("91261111222333000181550010000001231123456786").uf).toBeNull();
  });

  test("an access key with one changed digit is refused", () => {
    const chave = "35261111222333000181550010000001231123456787";
    const changed = [...chave].flatMap((digit, at) =>
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map(
        (step) => `${chave.slice(0, at)}${(Number(digit) + step) % 10}${chave.slice(at + 1)}`,
      ),
    );
    expect(changed).toHaveLength(396);
    expect(changed.filter(isChaveAcesso)).toEqual([]);
  });

  test("a check digit is computed only for a body of 43 characters", () => {
    expect(() => checkDigit("123")).toThrow(InvalidChaveAcessoError);
    expect(checkDigit("3526050X0J92JY00019657001000000604144867901")).toBe(1);
  });
});
