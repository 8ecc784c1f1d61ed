// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { readLembranca, writeLembranca } from "./lembranca.ts";

beforeEach(() => localStorage.clear());

test("remembers who signs in, and nothing else", () => {
  writeLembranca({ identificador: "boranda", nomeUsuario: "marina.prado" });
  expect(readLembranca()).toEqual({ identificador: "boranda", nomeUsuario: "marina.prado" });
  expect(Object.values({ ...localStorage }).join()).not.toMatch(/senha|token/i);
});

test("forgets when asked to", () => {
  writeLembranca({ identificador: "boranda", nomeUsuario: "marina.prado" });
  writeLembranca(null);
  expect(readLembranca()).toBeNull();
});

test.each(["", "{", "[]", '{"identificador":1}'])("what it cannot read is nothing: %j", (saved) => {
  localStorage.setItem("malote-lembrar", saved);
  expect(readLembranca()).toBeNull();
});
