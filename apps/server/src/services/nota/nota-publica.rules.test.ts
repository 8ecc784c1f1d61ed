import { expect, test } from "vitest";
import { isBilhete, writeBilhete } from "./nota-publica.rules.ts";

const segredo = Buffer.alloc(32, 7);
const chave = "35261011222333000181550010000045671123456780";
const agora = new Date("2026-11-22T12:00:00Z");
const { ticket, expiraEm } = writeBilhete(segredo, { chave, agora });

test("a ticket opens its document for ten minutes", () => {
  expect(isBilhete(segredo, { ticket, chave, agora })).toBe(true);
  expect(isBilhete(segredo, { ticket, chave, agora: expiraEm })).toBe(true);
  expect(expiraEm.toISOString()).toBe("2026-11-22T12:10:00.000Z");
  expect(isBilhete(segredo, { ticket, chave, agora: new Date(expiraEm.getTime() + 1) })).toBe(false);
});

test("a ticket does not reveal the chave of its document", () => {
  expect(ticket).not.toContain(chave.slice(6, 20));
  expect(ticket).toHaveLength(52);
});

test("a ticket is invalid for another document, with another secret, or with a changed expiry", () => {
  const [ate = "", mac = ""] = ticket.split(".");
  const later = (Number.parseInt(ate, 36) + 60_000).toString(36);
  expect(isBilhete(segredo, { ticket, chave: `${chave.slice(0, 43)}1`, agora })).toBe(false);
  expect(isBilhete(Buffer.alloc(32, 8), { ticket, chave, agora })).toBe(false);
  for (const wrong of ["", ".", `${later}.${mac}`, `${ate}.${mac.slice(1)}A`, `${ticket}=`, `${ate}.`]) {
    expect(isBilhete(segredo, { ticket: wrong, chave, agora })).toBe(false);
  }
});
