import { checkDigit } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { findChaves } from "./chaves.ts";
import { PDF_LIMITES, readPdfTexto } from "./pdf-texto.ts";
import { writePdf } from "./tests/pdf-writer.ts";

const CHAVE = chaveOf("3526112739148500014855001000001842201600727");
const ALFA = chaveOf("352611AB3C9148000148550010000018421016007272".slice(0, 43));
const groups = (chave: string, by = " "): string => chave.replace(/.{4}(?=.)/g, `$&${by}`);

describe("keys in a text", () => {
  test.each<[string, string]>([
    ["whole", `Chave de acesso: ${CHAVE}.`],
    ["in groups of four", `CHAVE DE ACESSO\n${groups(CHAVE)}\nProtocolo 135260000000001`],
    ["in groups with dots", groups(CHAVE, ".")],
    ["over two lines", groups(CHAVE).replace(/^(.{24}) /, "$1\n")],
    ["behind the prefix of its Id", `NFe${CHAVE}`],
    ["in a file's name", `${CHAVE}-nfe.pdf`],
    ["run together with words", `CHAVE DE ACESSO${CHAVE}NATUREZA DA OPERAÇÃO`],
    ["in a link", `https://portal.example/consulta?chNFe=${CHAVE}&tpAmb=1`],
    ["after other numbers", `Nº 000.001.842 Série 001 ${groups(CHAVE)} 1/1`],
    ["after a group that could belong to it", `1234 ${groups(CHAVE)} 5678`],
    ["between slashes of a date", `20/11/2026 ${CHAVE}`],
  ])("%s", (_, texto) => {
    expect(findChaves(texto)).toEqual([CHAVE]);
  });

  test("letters too, upper case or not", () => {
    expect(ALFA).toMatch(/[A-Z]/);
    expect(findChaves(`chave ${groups(ALFA.toLowerCase())}`)).toEqual([ALFA]);
  });

  test("each once, in their order", () => {
    expect(findChaves(`${ALFA} ${groups(CHAVE)} ${ALFA}`)).toEqual([ALFA, CHAVE]);
  });

  test.each<[string, string]>([
    ["a wrong digit", CHAVE.slice(0, 43) + ((Number(CHAVE[43]) + 1) % 10)],
    ["the bar code of a boleto", "34191.79001 01043.510047 91020.150008 6 84410026000"],
    ["a state that is none", chaveOf(`99${CHAVE.slice(2, 43)}`)],
    ["a month that is none", chaveOf(`352613${CHAVE.slice(6, 43)}`)],
    ["a model that is none", chaveOf(`${CHAVE.slice(0, 20)}00${CHAVE.slice(22, 43)}`)],
    ["part of a longer number", `1${CHAVE}`],
    ["cut", CHAVE.slice(0, 40)],
    ["groups far from each other", groups(CHAVE, "      ")],
  ])("not %s", (_, texto) => {
    expect(findChaves(texto)).toEqual([]);
  });

  test("behind a prefix that has a group of its own, and after one that could begin a key", () => {
    expect(findChaves(`NFe ${groups(CHAVE)}`)).toEqual([CHAVE]);
    expect(findChaves(`1 22 333 ${groups(CHAVE)} 4444 5 6`)).toEqual([CHAVE]);
    expect(findChaves(`${groups(CHAVE)} ${groups(ALFA)}`)).toEqual([CHAVE, ALFA]);
  });

  test.each<[string, string]>([
    ["one digit a group", "1 ".repeat(500_000)],
    ["one digit a group, states and months", [..."352611".repeat(80_000)].join(" ")],
    ["groups of four", "3526 ".repeat(200_000)],
    ["one number", "9".repeat(1_000_000)],
    ["keys in one number", "352611".repeat(160_000)],
    ["prefixes", "ID123456 ".repeat(110_000)],
  ])("a megabyte costs its length: %s", (_, texto) => {
    const begin = process.cpuUsage();
    expect(findChaves(texto)).toEqual([]);
    expect(process.cpuUsage(begin).user / 1000).toBeLessThan(300);
  });

  test("of a longer text the first megabyte is looked at", () => {
    expect(findChaves(`${"x ".repeat(450_000)}${CHAVE}${" x".repeat(1_000_000)}`)).toEqual([CHAVE]);
    expect(findChaves(`${"x ".repeat(500_000)}${CHAVE}`)).toEqual([]);
  });
});

describe("keys in a PDF", () => {
  test("the text of its first pages is read", async () => {
    const texto = await readPdfTexto(
      writePdf([["DANFE", "CHAVE DE ACESSO", groups(CHAVE)], ["segunda"], ["terceira"], ["quarta"]]),
    );
    expect(findChaves(texto)).toEqual([CHAVE]);
    expect(texto).toContain("terceira");
    expect(texto).not.toContain("quarta");
  });

  test.each<[string, Buffer]>([
    ["none", Buffer.from("oi")],
    ["nothing", Buffer.alloc(0)],
    ["a PDF cut in the middle", writePdf([["x"]]).subarray(0, 300)],
    ["one byte past the size", Buffer.concat([writePdf([["texto"]]), Buffer.alloc(PDF_LIMITES.bytes)])],
    [
      "rubbish behind the first bytes",
      Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(50_000, "obj << ")]),
    ],
  ])("no text and no error of %s", async (_, bytes) => {
    expect(await readPdfTexto(bytes)).not.toContain("texto");
  });
});

function chaveOf(key43: string): string {
  return key43 + checkDigit(key43);
}
