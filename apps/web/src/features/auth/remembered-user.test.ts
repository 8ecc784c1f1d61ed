// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { readRememberedUser, writeRememberedUser } from "./remembered-user.ts";

beforeEach(() => localStorage.clear());

test("the remembered user has conta and user name, but no password or token", () => {
  writeRememberedUser({ identificador: "boranda", nomeUsuario: "marina.prado" });
  expect(readRememberedUser()).toEqual({ identificador: "boranda", nomeUsuario: "marina.prado" });
  expect(Object.values({ ...localStorage }).join()).not.toMatch(/senha|token/i);
});

test("remembering null deletes the stored user", () => {
  writeRememberedUser({ identificador: "boranda", nomeUsuario: "marina.prado" });
  writeRememberedUser(null);
  expect(readRememberedUser()).toBeNull();
});

test.each(["", "{", "[]", '{"identificador":1}'])(
  "unreadable storage reads as no remembered user: %j",
  (saved) => {
    localStorage.setItem("malote-lembrar", saved);
    expect(readRememberedUser()).toBeNull();
  },
);
