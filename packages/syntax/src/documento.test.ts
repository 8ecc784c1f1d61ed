import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cnpjCheckDigits, cnpjRoot, isCnpj } from "./cnpj.ts";
import { isCpf } from "./cpf.ts";
import { cleanDocumento } from "./documento.ts";

const rows = readFileSync(new URL("./fixtures/documento.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split(" | "));

describe("checking CNPJ and CPF", () => {
  test.each(rows)("validating a %s answers %s for %s", (kind, answer, text) => {
    const says = kind === "cnpj" ? isCnpj(text ?? "") : isCpf(text ?? "");
    expect(says).toBe(answer === "yes");
  });

  test("a letter in a CNPJ has the value of its ASCII code minus 48", () => {
    expect(cnpjCheckDigits("12ABC34501DE")).toBe("35");
    expect(() => cnpjCheckDigits("12abc34501de")).toThrow(RangeError);
  });

  test("CNPJ and CPF are read without their mask", () => {
    expect(cleanDocumento(" 12.abc.345/01de-35 ")).toBe("12ABC34501DE35");
    expect(isCpf(cleanDocumento("529.982.247-25"))).toBe(true);
    expect(cnpjRoot("12ABC34501DE35")).toBe("12ABC345");
  });
});
