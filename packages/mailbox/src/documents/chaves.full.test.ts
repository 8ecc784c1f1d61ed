import { checkDigit } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { expectLinearTime } from "../tests/linear-time.ts";
import { writePdf } from "../tests/pdf-writer.ts";
import { findChaves } from "./chaves.ts";
import { PDF_LIMITS, readPdfText } from "./pdf-text.ts";

const CHAVE = chaveOf("3526112739148500014855001000001842201600727");
const ALFA = chaveOf("352611AB3C9148000148550010000018421016007272".slice(0, 43));
const groups = (chave: string, by = " "): string => chave.replace(/.{4}(?=.)/g, `$&${by}`);

describe("findChaves", () => {
  test.each<[string, string]>([
    ["in one piece", `Chave de acesso: ${CHAVE}.`],
    ["in groups of four", `CHAVE DE ACESSO\n${groups(CHAVE)}\nProtocolo 135260000000001`],
    ["in groups with dots", groups(CHAVE, ".")],
    ["over two lines", groups(CHAVE).replace(/^(.{24}) /, "$1\n")],
    ["with the prefix of its Id", `NFe${CHAVE}`],
    ["in a file name", `${CHAVE}-nfe.pdf`],
    ["joined to words", `CHAVE DE ACESSO${CHAVE}NATUREZA DA OPERAÇÃO`],
    ["in a link", `https://portal.example/consulta?chNFe=${CHAVE}&tpAmb=1`],
    ["after other numbers", `Nº 000.001.842 Série 001 ${groups(CHAVE)} 1/1`],
    ["after a group that could belong to it", `1234 ${groups(CHAVE)} 5678`],
    ["after a date with slashes", `20/11/2026 ${CHAVE}`],
  ])("findChaves finds a key %s", (_, text) => {
    expect(findChaves(text)).toEqual([CHAVE]);
  });

  test("findChaves finds alphanumeric keys in upper or lower case", () => {
    expect(ALFA).toMatch(/[A-Z]/);
    expect(findChaves(`chave ${groups(ALFA.toLowerCase())}`)).toEqual([ALFA]);
  });

  test("findChaves returns a key once, however often it occurs", () => {
    expect(findChaves(`${ALFA} ${groups(CHAVE)} ${ALFA}`)).toEqual([ALFA, CHAVE]);
  });

  test.each<[string, string]>([
    ["a wrong check digit", CHAVE.slice(0, 43) + ((Number(CHAVE[43]) + 1) % 10)],
    ["the bar code of a boleto", "34191.79001 01043.510047 91020.150008 6 84410026000"],
    ["an unknown state", chaveOf(`99${CHAVE.slice(2, 43)}`)],
    ["an invalid month", chaveOf(`352613${CHAVE.slice(6, 43)}`)],
    ["an unknown model", chaveOf(`${CHAVE.slice(0, 20)}00${CHAVE.slice(22, 43)}`)],
    ["a key inside a longer number", `1${CHAVE}`],
    ["a truncated key", CHAVE.slice(0, 40)],
    ["groups with wide gaps", groups(CHAVE, "      ")],
  ])("findChaves ignores %s", (_, text) => {
    expect(findChaves(text)).toEqual([]);
  });

  test("findChaves finds keys after a separate prefix and after groups that could start a key", () => {
    expect(findChaves(`NFe ${groups(CHAVE)}`)).toEqual([CHAVE]);
    expect(findChaves(`1 22 333 ${groups(CHAVE)} 4444 5 6`)).toEqual([CHAVE]);
    expect(findChaves(`${groups(CHAVE)} ${groups(ALFA)}`)).toEqual([CHAVE, ALFA]);
  });

  test.each<[string, string]>([
    ["one digit per group", "1 ".repeat(500_000)],
    ["one digit per group, with states and months", [..."352611".repeat(80_000)].join(" ")],
    ["groups of four", "3526 ".repeat(200_000)],
    ["one number", "9".repeat(1_000_000)],
    ["keys in one number", "352611".repeat(160_000)],
    ["prefixes", "ID123456 ".repeat(110_000)],
  ])("findChaves scans a megabyte in linear time: %s", (_, text) => {
    expect(findChaves(text)).toEqual([]);
    expectLinearTime(findChaves, text);
  });

  test("findChaves examines only the first megabyte of a text", () => {
    expect(findChaves(`${"x ".repeat(450_000)}${CHAVE}${" x".repeat(1_000_000)}`)).toEqual([CHAVE]);
    expect(findChaves(`${"x ".repeat(500_000)}${CHAVE}`)).toEqual([]);
  });
});

describe("readPdfText", () => {
  test("readPdfText reads the text of the first three pages", async () => {
    const text = await readPdfText(
      writePdf([["DANFE", "CHAVE DE ACESSO", groups(CHAVE)], ["segunda"], ["terceira"], ["quarta"]]),
    );
    expect(findChaves(text)).toEqual([CHAVE]);
    expect(text).toContain("terceira");
    expect(text).not.toContain("quarta");
  });

  test.each<[string, Buffer]>([
    ["bytes that are not a PDF", Buffer.from("oi")],
    ["an empty file", Buffer.alloc(0)],
    ["a truncated PDF", writePdf([["x"]]).subarray(0, 300)],
    ["a PDF one byte over the limit", Buffer.concat([writePdf([["texto"]]), Buffer.alloc(PDF_LIMITS.bytes)])],
    [
      "garbage after the signature",
      Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(50_000, "obj << ")]),
    ],
  ])("readPdfText returns no text and does not throw for %s", async (_, bytes) => {
    expect(await readPdfText(bytes)).not.toContain("texto");
  });
});

function chaveOf(key43: string): string {
  return key43 + checkDigit(key43);
}
