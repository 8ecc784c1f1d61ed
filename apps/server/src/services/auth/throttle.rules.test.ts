import { expect, test } from "vitest";
import {
  FREE_FAILURES,
  listThrottles,
  minutesUntil,
  throttleOfPassword,
  throttlesOf,
} from "./throttle.rules.ts";

const KEY = Buffer.alloc(32, 7);

const of = (identificador: string, nomeUsuario: string, ip: string) =>
  throttlesOf({ entrada: { identificador, nomeUsuario }, ip }, KEY);

test("an attempt is counted for the user at the network, for the account and for the network", () => {
  const here = of("moinho", "ana", "203.0.113.9");
  const elsewhere = of("moinho", "ana", "203.0.113.10");
  const another = of("moinho", "bia", "203.0.113.9");
  expect(here.fora.par.chave).not.toBe(elsewhere.fora.par.chave);
  expect(here.fora.conta).toEqual(elsewhere.fora.conta);
  expect(here.fora.par.chave).not.toBe(another.fora.par.chave);
  expect(here.fora.redes).toEqual(another.fora.redes);
});

test("users on a known network are counted apart from strangers, and their network too", () => {
  const here = of("moinho", "ana", "203.0.113.9");
  const another = of("moinho", "bia", "203.0.113.9");
  expect(here.dentro.rede).toEqual(another.dentro.rede);
  expect(here.dentro.pessoa.chave).not.toBe(another.dentro.pessoa.chave);
  expect(here.dentro.rede.chave).not.toBe(of("moinho", "ana", "203.0.113.10").dentro.rede.chave);
  const { dentro, fora } = listThrottles(here);
  expect(new Set([...dentro, ...fora].map(({ chave }) => chave)).size).toBe(5);
  expect([dentro[0], fora[0]]).toEqual([here.dentro.pessoa, here.fora.par]);
});

test("two addresses of one IPv6 subscriber are counted together, and two subscribers apart", () => {
  expect(of("a", "b", "2001:db8::1")).toEqual(of("a", "b", "2001:db8::ffff"));
  expect(of("a", "b", "2001:db8::1").fora.redes).not.toEqual(of("a", "b", "2001:db8:0:1::1").fora.redes);
});

test("accounts whose concatenated names are equal are counted apart", () => {
  expect(of("ab", "c", "::1").fora.conta).not.toEqual(of("a", "bc", "::1").fora.conta);
});

test("throttle keys reveal neither user nor address, not even by trying all addresses without the secret", () => {
  const text = JSON.stringify([of("moinho", "ana", "203.0.113.9"), throttleOfPassword("usuario-1", KEY)]);
  expect(text).not.toMatch(/moinho|\bana\b|203\.0|usuario-1/);
  const other = throttlesOf(
    { entrada: { identificador: "moinho", nomeUsuario: "ana" }, ip: "203.0.113.9" },
    Buffer.alloc(32, 8),
  );
  expect(other.fora.redes[0]?.chave).not.toBe(of("moinho", "ana", "203.0.113.9").fora.redes[0]?.chave);
});

test("an account has more free failures than a stranger, and a network more than an account", () => {
  const { dentro, fora } = listThrottles(of("a", "b", "::1"));
  expect([...fora, ...dentro].map(({ livres }) => livres)).toEqual([5, 10, 40, 160, 640, 10, 70]);
  expect(throttleOfPassword("x", KEY).livres).toBe(FREE_FAILURES.senha);
});

test("the delay is in whole minutes, at least one", () => {
  const at = new Date("2026-11-20T10:00:00Z");
  expect(minutesUntil(at, new Date("2026-11-20T10:00:01Z"))).toBe(1);
  expect(minutesUntil(at, new Date("2026-11-20T10:01:00.001Z"))).toBe(2);
});
