import { ESCOPOS } from "@malote/contract";
import { expect, test } from "vitest";
import {
  createApiToken,
  endOfGraca,
  isApiToken,
  isWider,
  lastValidade,
  maskApiToken,
  nameOfPrincipal,
  sortEscopos,
} from "./api-token.rules.ts";

/** One from before tokens said what they open; its checksum was made by another program. */
const ANTIGO = `mal_${"A".repeat(43)}1qiwsbx`;

test.each([
  ["mal_live_", false],
  ["mal_test_", true],
])("%s stands before a token of a conta whose sandbox is %s", (prefixo, sandbox) => {
  const token = createApiToken({ sandbox });
  expect(token).toHaveLength(59);
  expect(token.startsWith(prefixo)).toBe(true);
  expect(isApiToken(token)).toBe(true);
});

test("an API token tells a letter that was changed, cut or added, before anything is looked up", () => {
  const token = createApiToken({ sandbox: false });
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === "a" ? "b" : "a";
    expect([at, isApiToken(token.slice(0, at) + other + token.slice(at + 1))]).toEqual([at, false]);
  }
  const wrong = [
    token.slice(0, -1),
    `${token}0`,
    "",
    token.replace("_live", ""),
    token.replace("live", "test"),
  ];
  expect(wrong.map(isApiToken)).toEqual(wrong.map(() => false));
});

test("a token of the form before is as good", () => {
  expect(isApiToken(ANTIGO)).toBe(true);
});

test("a masked token shows 8 of its random characters beside the prefix, whatever its form", () => {
  const token = createApiToken({ sandbox: true });
  expect(maskApiToken(token)).toBe(`${token.slice(0, 13)}…${token.slice(-4)}`);
  expect(maskApiToken(ANTIGO)).toBe(`mal_AAAA…${ANTIGO.slice(-4)}`);
});

test("scopes are said in one order, each once", () => {
  expect(sortEscopos(["admin", "notas:ler", "admin"])).toEqual(["notas:ler", "admin"]);
  expect(sortEscopos(ESCOPOS)).toEqual([...ESCOPOS]);
});

test("the secret before lives for a day unless asked otherwise", () => {
  const agora = new Date("2026-11-22T12:00:00Z");
  expect(endOfGraca(agora, undefined).toISOString()).toBe("2026-11-23T12:00:00.000Z");
  expect(endOfGraca(agora, null).toISOString()).toBe("2026-11-23T12:00:00.000Z");
  expect(endOfGraca(agora, 0)).toEqual(agora);
  expect(endOfGraca(agora, 168).toISOString()).toBe("2026-11-29T12:00:00.000Z");
});

test("a token is for two years at most", () => {
  expect(lastValidade("2026-11-22")).toBe("2028-11-21");
});

const ERP = { nome: "ERP", escopos: ["notas:ler"], empresas: ["a", "b"] } as const;

test.each([
  ["another scope", { ...ERP, escopos: ["notas:ler", "admin"] as const }, true],
  ["another company", { ...ERP, empresas: ["a", "c"] }, true],
  ["all companies", { ...ERP, empresas: null }, true],
  ["another name", { ...ERP, nome: "Fiscal" }, false],
  ["fewer companies", { ...ERP, empresas: ["b"] }, false],
  ["no scope more", { ...ERP, escopos: [] }, false],
])("a token with %s reaches more: %s", (_, depois, wider) => {
  expect(isWider(ERP, depois)).toBe(wider);
});

test("one that saw all companies reaches no more with some of them", () => {
  expect(isWider({ ...ERP, empresas: null }, ERP)).toBe(false);
});

test("the main token takes a name that is free", () => {
  expect(nameOfPrincipal([])).toBe("ERP");
  expect(nameOfPrincipal(["erp", "erp 2"])).toBe("ERP 3");
});
