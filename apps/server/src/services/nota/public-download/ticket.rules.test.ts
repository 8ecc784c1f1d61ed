import { expect, test } from "vitest";
import { isValidTicket, writeTicket } from "./ticket.rules.ts";

const secret = Buffer.alloc(32, 7);
const chave = "35261011222333000181550010000045671123456780";
const now = new Date("2026-11-22T12:00:00Z");
const { ticket, expiraEm } = writeTicket(secret, { chave, now });

test("a ticket opens its document for ten minutes", () => {
  expect(isValidTicket(secret, { ticket, chave, now })).toBe(true);
  expect(isValidTicket(secret, { ticket, chave, now: expiraEm })).toBe(true);
  expect(expiraEm.toISOString()).toBe("2026-11-22T12:10:00.000Z");
  expect(isValidTicket(secret, { ticket, chave, now: new Date(expiraEm.getTime() + 1) })).toBe(false);
});

test("a ticket does not reveal the chave of its document", () => {
  expect(ticket).not.toContain(chave.slice(6, 20));
  expect(ticket).toHaveLength(52);
});

test("a ticket is invalid for another document, with another secret, or with a changed expiry", () => {
  const [expiry = "", mac = ""] = ticket.split(".");
  const later = (Number.parseInt(expiry, 36) + 60_000).toString(36);
  expect(isValidTicket(secret, { ticket, chave: `${chave.slice(0, 43)}1`, now })).toBe(false);
  expect(isValidTicket(Buffer.alloc(32, 8), { ticket, chave, now })).toBe(false);
  for (const wrong of [
    "",
    ".",
    `${later}.${mac}`,
    `${expiry}.${mac.slice(1)}A`,
    `${ticket}=`,
    `${expiry}.`,
  ]) {
    expect(isValidTicket(secret, { ticket: wrong, chave, now })).toBe(false);
  }
});
