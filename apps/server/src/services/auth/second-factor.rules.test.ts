import { generateSync } from "otplib";
import { expect, test } from "vitest";
import { createRecoveryCodes, hashRecoveryCode, readCode } from "./second-factor.rules.ts";

/** "12345678901234567890". @source RFC 6238, appendix B */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const NO_STEP = 0;

const at = (epoch: number): Date => new Date(epoch * 1_000);
const read = (typed: string, epoch: number, afterStep = NO_STEP) =>
  readCode(typed, { secret: SECRET, afterStep, now: at(epoch) });

// The last six of the RFC's eight digits.
test.each([
  [59, "287082", 1],
  [1_111_111_109, "081804", 37_037_036],
  [1_234_567_890, "005924", 41_152_263],
  [2_000_000_000, "279037", 66_666_666],
])("the RFC 6238 code at %i s is accepted", (epoch, codigo, step) => {
  expect(read(codigo, epoch)).toEqual({ tipo: "passo", passo: step });
});

test("a code one step early or late is accepted, but not three", () => {
  const epoch = 1_700_000_010;
  const codigo = generateSync({ secret: SECRET, epoch });
  for (const late of [-30, 0, 30]) expect(read(codigo, epoch + late)).toMatchObject({ tipo: "passo" });
  for (const late of [-90, 90]) expect(read(codigo, epoch + late)).toBeNull();
});

test("a code of a used step, or of a step before it, is refused", () => {
  const epoch = 1_700_000_010;
  const codigo = generateSync({ secret: SECRET, epoch });
  const step = Math.floor(epoch / 30);
  expect(read(codigo, epoch, step - 1)).toEqual({ tipo: "passo", passo: step });
  expect(read(codigo, epoch, step)).toBeNull();
  expect(read(codigo, epoch, step + 1)).toBeNull();
});

test("spaces in a code are ignored", () => {
  expect(read(" 287 082 ", 59)).toEqual({ tipo: "passo", passo: 1 });
});

test("a text that is neither six digits nor a recovery code is refused", () => {
  for (const typed of [
    "",
    "12345",
    "1234567",
    "abcdef",
    "٢٨٧٠٨٢",
    "A".repeat(40),
    "ABCD-EFGH-JKMN-PQR",
    "ABCD-EFGH-JKMN-PQR!",
  ]) {
    expect([typed, read(typed, 59)]).toEqual([typed, null]);
  }
});

test("ten distinct recovery codes are created, and each is read as shown or with misread letters", () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const codigo of codes) {
    expect(codigo).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    const proof = { tipo: "reserva", hash: hashRecoveryCode(codigo) };
    expect(read(codigo, 59)).toEqual(proof);
    const misread = codigo.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l");
    expect(read(misread, 59)).toEqual(proof);
  }
});
