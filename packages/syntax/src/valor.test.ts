import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addValor, compareValor, InvalidValorError, parseValor } from "./valor.ts";

describe("parsing and adding amounts", () => {
  test.each([
    ["1234.5", "1234.50"],
    ["0", "0.00"],
    ["007.10", "7.10"],
    ["0.1000", "0.10"],
    [" 12.34 ", "12.34"],
    ["-0", "0.00"],
    ["-3.1", "-3.10"],
    ["9999999999999.99", "9999999999999.99"],
  ])("the amount %s is parsed as %s", (text, valor) => {
    expect(parseValor(text)).toBe(valor);
  });

  test.each(["", "abc", "1,50", "1.", ".5", "1e5", "0x10", "1.005", "+1", "1 000", "10000000000000", "NaN"])(
    "an invalid amount is refused: %j",
    (text) => {
      expect(() => parseValor(text)).toThrow(InvalidValorError);
    },
  );

  test("amounts are added exactly", () => {
    expect(addValor("0.10", "0.20")).toBe("0.30");
    expect(addValor("1234.50", "0.50")).toBe("1235.00");
    expect(addValor("0.05", "-0.10")).toBe("-0.05");
  });

  test("amounts are added and ordered like integer cents", () => {
    const cents = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });
    const valor = (n: bigint): string => {
      const size = n < 0n ? -n : n;
      return parseValor(`${n < 0n ? "-" : ""}${size / 100n}.${String(size % 100n).padStart(2, "0")}`);
    };
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        expect(addValor(valor(a), valor(b))).toBe(valor(a + b));
        expect(Math.sign(compareValor(valor(a), valor(b)))).toBe(a === b ? 0 : a < b ? -1 : 1);
      }),
    );
  });
});
