// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { readRememberedUser, writeRememberedUser } from "./remembered-user.ts";

beforeEach(() => localStorage.clear());

test("stores conta and user name, but no password or token", () => {
  writeRememberedUser({ identificador: "boranda", nomeUsuario: "marina.prado" });
  expect(readRememberedUser()).toEqual({ identificador: "boranda", nomeUsuario: "marina.prado" });
  expect(Object.values({ ...localStorage }).join()).not.toMatch(/senha|token/i);
});

test("deletes the stored user when given null", () => {
  writeRememberedUser({ identificador: "boranda", nomeUsuario: "marina.prado" });
  writeRememberedUser(null);
  expect(readRememberedUser()).toBeNull();
});

test.each(["", "{", "[]", '{"identificador":1}'])("returns null for unreadable storage: %j", (saved) => {
  localStorage.setItem("malote-lembrar", saved);
  expect(readRememberedUser()).toBeNull();
});
