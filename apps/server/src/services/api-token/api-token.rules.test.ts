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
])("a token begins with %s when the conta's sandbox flag is %s", (prefix, sandbox) => {
  const token = createApiToken({ sandbox });
  expect(token).toHaveLength(59);
  expect(token.startsWith(prefix)).toBe(true);
  expect(isApiToken(token)).toBe(true);
});

test("an API token with a changed, missing or added character is refused before any lookup", () => {
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

test("an API token of the older form is accepted", () => {
  expect(isApiToken(OLD_FORM)).toBe(true);
});

test("an API token of either form is masked to its prefix, 4 leading and 4 trailing characters", () => {
  const token = createApiToken({ sandbox: true });
  expect(maskApiToken(token)).toBe(`${token.slice(0, 13)}…${token.slice(-4)}`);
  expect(maskApiToken(OLD_FORM)).toBe(`mal_AAAA…${OLD_FORM.slice(-4)}`);
});

test("the scopes of an API token are sorted and without duplicates", () => {
  expect(sortEscopos(["admin", "notas:ler", "admin"])).toEqual(["notas:ler", "admin"]);
  expect(sortEscopos(SCOPES)).toEqual([...SCOPES]);
});

test("the previous secret is valid for one more day by default", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  expect(endOfGrace(now, undefined).toISOString()).toBe("2026-11-23T12:00:00.000Z");
  expect(endOfGrace(now, null).toISOString()).toBe("2026-11-23T12:00:00.000Z");
  expect(endOfGrace(now, 0)).toEqual(now);
  expect(endOfGrace(now, 168).toISOString()).toBe("2026-11-29T12:00:00.000Z");
});

test("an API token is valid for at most two years", () => {
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
])("an API token with %s has wider access: %s", (_, after, wider) => {
  expect(isWider(ERP, after)).toBe(wider);
});

test("restricting a token from all companies to some does not widen its access", () => {
  expect(isWider({ ...ERP, empresas: null }, ERP)).toBe(false);
});

test("the main token gets the first free name", () => {
  expect(nameOfMainToken([])).toBe("ERP");
  expect(nameOfMainToken(["erp", "erp 2"])).toBe("ERP 3");
});
