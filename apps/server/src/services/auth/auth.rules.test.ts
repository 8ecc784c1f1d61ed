import { expect, test } from "vitest";
import {
  expiryOf,
  listContagens,
  normalizeEntrada,
  redeOfIp,
  SESSAO_ABSOLUTA_MS,
  SESSAO_OCIOSA_MS,
} from "./auth.rules.ts";

const AT = new Date("2026-11-20T10:07:30Z");

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:0:12::1", "2001:db8:0:12::/64"],
  ["2001:0DB8:0000:0012:ffff:1:2:3", "2001:db8:0:12::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["1:2:3::", "1:2:3:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["", ""],
  ["desconhecido", "desconhecido"],
])("attempts from %s count for %s", (ip, rede) => {
  expect(redeOfIp(ip)).toBe(rede);
});

test("two addresses of one subscriber count together, two subscribers apart", () => {
  const chaves = (ip: string): string[] =>
    listContagens({ identificador: "a", nomeUsuario: "b" }, ip).map(({ chave }) => chave);
  expect(chaves("2001:db8::1")).toEqual(chaves("2001:db8::ffff"));
  expect(chaves("2001:db8::1")[0]).not.toBe(chaves("2001:db8:0:1::1")[0]);
});

test("an attempt counts for the person at the address, for the account and for the address", () => {
  const [pessoa, conta, endereco] = listContagens({ identificador: "a", nomeUsuario: "b" }, "203.0.113.9");
  const elsewhere = listContagens({ identificador: "a", nomeUsuario: "b" }, "203.0.113.10");
  const another = listContagens({ identificador: "a", nomeUsuario: "c" }, "203.0.113.9");
  expect([elsewhere[0]?.chave === pessoa?.chave, elsewhere[1]?.chave === conta?.chave]).toEqual([
    false,
    true,
  ]);
  expect([another[1]?.chave === conta?.chave, another[2]?.chave === endereco?.chave]).toEqual([false, true]);
  expect([pessoa?.max, conta?.max, endereco?.max]).toEqual([10, 30, 60]);
});

test("names that only differ in where one ends and the other begins are not confused", () => {
  const chave = (identificador: string, nomeUsuario: string): string | undefined =>
    listContagens({ identificador, nomeUsuario }, "::1")[1]?.chave;
  expect(chave("ab", "c")).not.toBe(chave("a", "bc"));
});

test("nothing that is counted tells who it was", () => {
  const text = JSON.stringify(listContagens({ identificador: "moinho", nomeUsuario: "ana" }, "203.0.113.9"));
  expect(text).not.toMatch(/moinho|ana\b|203\.0/);
});

test("what is typed is compared without case and outer spaces", () => {
  expect(normalizeEntrada({ identificador: " Demo ", nomeUsuario: "ADMIN\t" })).toEqual({
    identificador: "demo",
    nomeUsuario: "admin",
  });
});

test("a session lives 8 h from now, but never past 7 days from its beginning", () => {
  expect(expiryOf(AT, AT).getTime() - AT.getTime()).toBe(SESSAO_OCIOSA_MS);
  const late = new Date(AT.getTime() + SESSAO_ABSOLUTA_MS - 1_000);
  expect(expiryOf(AT, late).getTime() - AT.getTime()).toBe(SESSAO_ABSOLUTA_MS);
});
