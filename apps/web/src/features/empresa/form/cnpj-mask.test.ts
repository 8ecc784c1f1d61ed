import { describe, expect, test } from "vitest";
import { caretInMask } from "../../../ui/form/masks.ts";
import { EMPRESA_MASK } from "./cnpj-mask.ts";

const mask = (typed: string): string => EMPRESA_MASK.format(EMPRESA_MASK.strip(typed));

describe("masking a CNPJ while it is typed", () => {
  test.each([
    ["", ""],
    ["12", "12"],
    ["123", "12.3"],
    ["12345", "12.345"],
    ["123456789", "12.345.678/9"],
    ["27391485000148", "27.391.485/0001-48"],
    ["12abc34501de35", "12.ABC.345/01DE-35"],
    [" 12.ABC.345/01DE-35 ", "12.ABC.345/01DE-35"],
    ["27391485000148999", "27.391.485/0001-48"],
  ])("the typed text “%s” is masked as “%s”", (typed, masked) => expect(mask(typed)).toBe(masked));

  test("letters typed as check digits are dropped", () => {
    expect(EMPRESA_MASK.strip("12ABC34501DEA3B5")).toBe("12ABC34501DE35");
  });

  test("an already masked CNPJ is unchanged", () => {
    const masked = mask("12ABC34501DE35");
    expect(mask(masked)).toBe(masked);
  });
});

describe("the caret in a masked CNPJ", () => {
  test("the caret stays at the end while the user types there", () => {
    expect(caretInMask(EMPRESA_MASK, "123", 3)).toBe("12.3".length);
    expect(caretInMask(EMPRESA_MASK, "12.345.6789", 11)).toBe("12.345.678/9".length);
  });

  test("the caret stays after a character typed in the middle", () => {
    // "12.345" and a 9 after the 1: the mask shifts, the caret is after the 9.
    expect(caretInMask(EMPRESA_MASK, "192.345", 2)).toBe(2);
    expect(caretInMask(EMPRESA_MASK, "12.9345", 4)).toBe("12.9".length);
  });

  test("the caret stays where a character was deleted", () => {
    // "12.345" without its 3.
    expect(caretInMask(EMPRESA_MASK, "12.45", 3)).toBe(2);
  });
});
