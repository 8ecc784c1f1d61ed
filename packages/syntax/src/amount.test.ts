import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addAmount, compareAmount, InvalidAmountError, parseAmount } from "./amount.ts";

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
  ])("the amount %s is parsed as %s", (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  test.each(["", "abc", "1,50", "1.", ".5", "1e5", "0x10", "1.005", "+1", "1 000", "10000000000000", "NaN"])(
    "an invalid amount is refused: %j",
    (text) => {
      expect(() => parseAmount(text)).toThrow(InvalidAmountError);
    },
  );

  test("amounts are added exactly", () => {
    expect(addAmount("0.10", "0.20")).toBe("0.30");
    expect(addAmount("1234.50", "0.50")).toBe("1235.00");
    expect(addAmount("0.05", "-0.10")).toBe("-0.05");
  });

  test("amounts are added and ordered like integer cents", () => {
    const cents = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });
    const amount = (n: bigint): string => {
      const size = n < 0n ? -n : n;
      return parseAmount(`${n < 0n ? "-" : ""}${size / 100n}.${String(size % 100n).padStart(2, "0")}`);
    };
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        expect(addAmount(amount(a), amount(b))).toBe(amount(a + b));
        expect(Math.sign(compareAmount(amount(a), amount(b)))).toBe(a === b ? 0 : a < b ? -1 : 1);
      }),
    );
  });
});
