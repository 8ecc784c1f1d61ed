import { SCOPES } from "@malote/contract";
import { expect, test } from "vitest";
import {
  createApiToken,
  endOfGrace,
  isApiToken,
  isWider,
  lastExpiryDay,
  maskApiToken,
  nameOfMainToken,
  sortEscopos,
} from "./api-token.rules.ts";

/**
 * A token of the older form without `live_` or `test_`; its checksum was computed by another program.
 */
const OLD_FORM = `mal_${"A".repeat(43)}1qiwsbx`;

test.each([
  ["mal_live_", false],
  ["mal_test_", true],
])("begins a token with %s when the conta's sandbox flag is %s", (prefix, sandbox) => {
  const token = createApiToken({ sandbox });
  expect(token).toHaveLength(59);
  expect(token.startsWith(prefix)).toBe(true);
  expect(isApiToken(token)).toBe(true);
});

test("rejects an API token with a changed, missing or added character, before any lookup", () => {
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

test("accepts a token of the older form", () => {
  expect(isApiToken(OLD_FORM)).toBe(true);
});

test("masks a token of either form to its prefix, 4 leading and 4 trailing characters", () => {
  const token = createApiToken({ sandbox: true });
  expect(maskApiToken(token)).toBe(`${token.slice(0, 13)}…${token.slice(-4)}`);
  expect(maskApiToken(OLD_FORM)).toBe(`mal_AAAA…${OLD_FORM.slice(-4)}`);
});

test("sorts scopes and removes duplicates", () => {
  expect(sortEscopos(["admin", "notas:ler", "admin"])).toEqual(["notas:ler", "admin"]);
  expect(sortEscopos(SCOPES)).toEqual([...SCOPES]);
});

test("gives the previous secret a grace of one day by default", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  expect(endOfGrace(now, undefined).toISOString()).toBe("2026-11-23T12:00:00.000Z");
  expect(endOfGrace(now, null).toISOString()).toBe("2026-11-23T12:00:00.000Z");
  expect(endOfGrace(now, 0)).toEqual(now);
  expect(endOfGrace(now, 168).toISOString()).toBe("2026-11-29T12:00:00.000Z");
});

test("limits a token to two years", () => {
  expect(lastExpiryDay("2026-11-22")).toBe("2028-11-21");
});

const ERP = { nome: "ERP", escopos: ["notas:ler"], empresas: ["a", "b"] } as const;

test.each([
  ["another scope", { ...ERP, escopos: ["notas:ler", "admin"] as const }, true],
  ["another company", { ...ERP, empresas: ["a", "c"] }, true],
  ["all companies", { ...ERP, empresas: null }, true],
  ["another name", { ...ERP, nome: "Fiscal" }, false],
  ["fewer companies", { ...ERP, empresas: ["b"] }, false],
  ["no scope more", { ...ERP, escopos: [] }, false],
])("a token with %s has wider access: %s", (_, after, wider) => {
  expect(isWider(ERP, after)).toBe(wider);
});

test("restricting a token with all companies to some does not widen its access", () => {
  expect(isWider({ ...ERP, empresas: null }, ERP)).toBe(false);
});

test("gives the main token the first free name", () => {
  expect(nameOfMainToken([])).toBe("ERP");
  expect(nameOfMainToken(["erp", "erp 2"])).toBe("ERP 3");
});
