// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { readLembranca, writeLembranca } from "./lembranca.ts";

beforeEach(() => localStorage.clear());

test("stores conta and user name, but no password or token", () => {
  writeLembranca({ identificador: "boranda", nomeUsuario: "marina.prado" });
  expect(readLembranca()).toEqual({ identificador: "boranda", nomeUsuario: "marina.prado" });
  expect(Object.values({ ...localStorage }).join()).not.toMatch(/senha|token/i);
});

test("deletes the stored user when given null", () => {
  writeLembranca({ identificador: "boranda", nomeUsuario: "marina.prado" });
  writeLembranca(null);
  expect(readLembranca()).toBeNull();
});

test.each(["", "{", "[]", '{"identificador":1}'])("returns null for unreadable storage: %j", (saved) => {
  localStorage.setItem("malote-lembrar", saved);
  expect(readLembranca()).toBeNull();
});
