import { expect, test } from "vitest";
import { nameUpload, planProgress, sniffUpload, writeFailure } from "./importacao.rules.ts";

test.each([
  ["<NFe/>", "xml"],
  ["\ufeff\r\n\t <?xml version='1.0'?>", "xml"],
  ["<!-- nota --><NFe/>", "xml"],
  ["PK\x03\x04", "zip"],
  ["PK\x05\x06", "zip"],
  ["PK\x01\x02", null],
  ["<", null],
  ["<1>", null],
  ["< NFe/>", null],
  ["<!DOCTYPE html>", null],
  ["<HTML lang='pt'>", null],
  ["<htmlx/>", "xml"],
  ["chave;valor", null],
  ["", null],
])("a file that begins with %j is detected as %s", (head, format) => {
  expect(sniffUpload(Buffer.from(head))).toBe(format);
});

test("UTF-16 XML is detected by its byte order mark, in both orders", () => {
  const little = Buffer.from("\ufeff <NFe/>", "utf16le");
  expect(sniffUpload(little)).toBe("xml");
  expect(sniffUpload(Buffer.from(little).swap16())).toBe("xml");
  // Cut in the middle of a character.
  expect(sniffUpload(Buffer.from(little).swap16().subarray(0, 11))).toBe("xml");
});

test.each([
  ["notas.zip", "notas.zip"],
  ["C:\\notas\\março.zip", "março.zip"],
  ["../../etc/passwd", "passwd"],
  ["a\u0000b\nc\u202exml.exe", "a b c xml.exe"],
  ["  ", "arquivo.zip"],
  ["pasta/", "arquivo.zip"],
  [null, "arquivo.zip"],
  ["x".repeat(300), "x".repeat(255)],
  ["a\ud800b", "a\ufffdb"],
])("the file name %j is shown as %j", (name, shown) => {
  expect(nameUpload(name, "zip")).toBe(shown);
});

test.each([
  [0, 1_000],
  [40, 1_000],
  [500, 10_000],
])("after saving a count of progress for %d ms, the next one starts %d ms later", (took, waits) => {
  expect(planProgress({ from: 3_000, until: 3_000 + took })).toBe(3_000 + took + waits);
});

test("an unknown failure of another version is shown as a general error", () => {
  expect(writeFailure("de-amanhã")).toBe("Erro processando requisição");
  expect(writeFailure(null)).toBeNull();
});
