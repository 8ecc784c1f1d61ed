import { describe, expect, test } from "vitest";
import { cleanFileName, safeType, writeDisposition } from "./attachment.ts";

describe("cleanFileName", () => {
  test.each([
    ["nota.xml", "nota.xml"],
    ["../../etc/passwd", "_.._etc_passwd"],
    ["C:\\temp\\nota.xml", "C__temp_nota.xml"],
    ["a\r\nX: b", "a__X_ b"],
    ["nota\u202elmx.exe", "nota_lmx.exe"],
    ["a\ud800b", "a_b"],
    [".htaccess", "htaccess"],
    [" ... ", "arquivo"],
    ["///", "arquivo"],
    ["", "arquivo"],
    ["ação nº 5.xml", "ação nº 5.xml"],
  ])("cleanFileName writes %j as %j", (name, clean) => {
    expect(cleanFileName(name, "arquivo")).toBe(clean);
  });

  test("cleanFileName shortens a name with a million dots inside", () => {
    expect(cleanFileName(`a${".".repeat(1_000_000)}b`, "arquivo")).toBe(`a${".".repeat(148)}b`);
  });

  test("cleanFileName keeps the extension of a long name", () => {
    const clean = cleanFileName(`${"á".repeat(400)}.xml`, "arquivo");
    expect([...clean]).toHaveLength(150);
    expect(clean.endsWith(".xml")).toBe(true);
  });
});

describe("Content-Disposition", () => {
  test.each([
    ["nota.xml", `attachment; filename="nota.xml"; filename*=UTF-8''nota.xml`],
    ["ação (1).xml", `attachment; filename="acao (1).xml"; filename*=UTF-8''a%C3%A7%C3%A3o%20%281%29.xml`],
    ["€'*.xml", `attachment; filename="___.xml"; filename*=UTF-8''%E2%82%AC%27%2A.xml`],
  ])("Content-Disposition for %j is %j", (name, header) => {
    expect(writeDisposition(name)).toBe(header);
  });
});

test.each([
  ["Application/XML; charset=utf-8", "application/xml"],
  ["image/png", "image/png"],
  ["text/html", "application/octet-stream"],
  ["image/svg+xml", "application/octet-stream"],
  ["application/xhtml+xml", "application/octet-stream"],
  ["text/javascript", "application/octet-stream"],
  ["a/b\r\nX: c", "application/octet-stream"],
  ["", "application/octet-stream"],
])("a part of type %j is sent as %j", (type, sent) => {
  expect(safeType(type)).toBe(sent);
});
