import { expect, test } from "vitest";
import { expiryOf, normalizeSignInName, SESSION_IDLE_MS, SESSION_MAX_MS } from "./auth.rules.ts";

const AT = new Date("2026-11-20T10:07:30Z");

test("sign-in names are compared without case and outer spaces", () => {
  expect(normalizeSignInName({ identificador: " Demo ", nomeUsuario: "ADMIN\t" })).toEqual({
    identificador: "demo",
    nomeUsuario: "admin",
  });
});

test("a session expires after 8 h of inactivity and at most 7 days after it began", () => {
  expect(expiryOf(AT, AT).getTime() - AT.getTime()).toBe(SESSION_IDLE_MS);
  const late = new Date(AT.getTime() + SESSION_MAX_MS - 1_000);
  expect(expiryOf(AT, late).getTime() - AT.getTime()).toBe(SESSION_MAX_MS);
});
