import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createSecretBox, SecretBoxError } from "./secret-box.ts";

const key = randomBytes(32);
const secretBox = createSecretBox(key);
const place = { tabela: "caixa_email", coluna: "senha_selada", id: "linha-1" };

test("a sealed secret opens in its own place", () => {
  const sealed = secretBox.seal("sénha ✓", place);
  expect(secretBox.open(sealed, place).toString("utf8")).toBe("sénha ✓");
  expect(sealed.includes("sénha")).toBe(false);
});

test("an empty secret and a large one open after sealing", () => {
  for (const plaintext of [Buffer.alloc(0), randomBytes(100_000)]) {
    expect(secretBox.open(secretBox.seal(plaintext, place), place).equals(plaintext)).toBe(true);
  }
});

test("the same secret is sealed differently each time", () => {
  expect(secretBox.seal("a", place).equals(secretBox.seal("a", place))).toBe(false);
});

test.each([
  ["another row", { ...place, id: "linha-2" }],
  ["another column", { ...place, coluna: "outra" }],
  ["another table", { ...place, tabela: "certificado" }],
])("a sealed value moved to %s is refused", (_, outro) => {
  const sealed = secretBox.seal("segredo", place);
  expect(() => secretBox.open(sealed, outro)).toThrow(SecretBoxError);
});

test("a sealed value with any byte changed is refused", () => {
  const sealed = secretBox.seal("segredo", place);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => secretBox.open(changed, place), `byte ${at}`).toThrow(SecretBoxError);
  }
});

test("a truncated sealed value is refused", () => {
  const sealed = secretBox.seal("segredo", place);
  for (const size of [0, 1, 20, 32, sealed.length - 1]) {
    expect(() => secretBox.open(sealed.subarray(0, size), place)).toThrow(SecretBoxError);
  }
});

test("a value sealed under another key is refused, and the error says so", () => {
  const sealed = secretBox.seal("segredo", place);
  expect(() => createSecretBox(randomBytes(32)).open(sealed, place)).toThrow(/another MALOTE_KEY/);
});
