import { describe, expect, test } from "vitest";
import type { Examination, ReparoName } from "../examination.ts";
import { examineDfe } from "../examine.ts";
import { makeNota, sign, wrapNota } from "../tests/make-dfe.ts";
import { CNPJ, CONFIANCA, empresa } from "../tests/trust.ts";
import { listReparos, REPARO_BYTES_MAX, REPARO_CANDIDATES_MAX, REPARO_WORK_MAX } from "./list-reparos.ts";

const infCpl = "Entrega no período da manhã – não receber após as 12h sem agendamento prévio pelo “portal”";
const nota = wrapNota(sign(makeNota({ cnpj: CNPJ, infCpl }), empresa));
const plain = wrapNota(sign(makeNota({ cnpj: CNPJ, infCpl: "Não dobrar" }), empresa));

const XSI =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

type TestCase = { what: string; nomes: ReparoName[]; damaged: string | Buffer; original?: string };

function examine(text: string | Buffer): Examination {
  return examineDfe(typeof text === "string" ? Buffer.from(text) : text, CONFIANCA);
}

function indent(xml: string, line = "\n"): string {
  return xml.replace(/></g, `>${line}  <`);
}

/** The text after a program reads its UTF-8 bytes as Windows-1252 characters. */
function encodeTwice(text: string): string {
  return new TextDecoder("windows-1252").decode(Buffer.from(text));
}

/** Encodes the few characters of these texts beyond Latin-1 as Windows-1252. */
function inWindows1252(text: string): Buffer {
  const marks = text.replace(/–/g, "\u0096").replace(/“/g, "\u0093").replace(/”/g, "\u0094");
  return Buffer.from(marks, "latin1");
}

describe("repairing a nota that e-mail systems damaged", () => {
  const withBreak = wrapNota(sign(makeNota({ cnpj: CNPJ, infCpl: "Linha um\nLinha dois" }), empresa));
  const cases: TestCase[] = [
    { what: "indented", nomes: ["espacos-entre-tags"], damaged: indent(nota) },
    { what: "indented with CR LF", nomes: ["espacos-entre-tags"], damaged: indent(nota, "\r\n") },
    {
      what: "with only its SignedInfo indented",
      nomes: ["espacos-entre-tags"],
      damaged: nota.replace(/<SignedInfo>[\s\S]*<\/SignedInfo>/, (part) => indent(part)),
    },
    {
      what: "with only its content indented",
      nomes: ["espacos-entre-tags"],
      damaged: nota.replace(/<ide>[\s\S]*<\/ide>/, (part) => indent(part)),
    },
    {
      what: "with blanks at the ends of values",
      nomes: ["espacos-finais"],
      damaged: nota.replace(/(\w)<\/x/g, "$1 </x"),
    },
    {
      what: "indented, its values too",
      nomes: ["espacos-entre-tags", "espacos-finais"],
      damaged: indent(nota.replace(/>([^<]+)<\//g, ">\n    $1\n  </")),
    },
    {
      what: "wrapped between words",
      nomes: ["fins-de-linha"],
      damaged: nota.replace("período da ", "período da\n"),
    },
    {
      what: "indented and wrapped between words",
      nomes: ["espacos-entre-tags", "fins-de-linha"],
      damaged: indent(nota).replace("não receber ", "não receber\r\n      "),
    },
    {
      what: "wrapped at a column",
      nomes: ["fins-de-linha"],
      damaged: nota.replace("agendamento", "agenda\r\nmento"),
    },
    {
      what: "with carriage returns as references",
      nomes: ["fins-de-linha"],
      damaged: withBreak.replace("um\n", "um&#13;\n"),
      original: withBreak,
    },
    { what: "encoded twice in UTF-8", nomes: ["utf8-duplicado"], damaged: encodeTwice(nota) },
    {
      what: "encoded twice and indented",
      nomes: ["espacos-entre-tags", "utf8-duplicado"],
      damaged: indent(encodeTwice(nota)),
    },
    {
      what: "re-encoded in Windows-1252 under its old declaration",
      nomes: ["latin1-recodificado"],
      damaged: inWindows1252(nota),
    },
    {
      what: "re-encoded in Latin-1, without a declaration",
      nomes: ["latin1-recodificado"],
      damaged: Buffer.from(plain.replace(/<\?xml[^>]*\?>/, ""), "latin1"),
      original: plain,
    },
    {
      what: "re-encoded in Windows-1252 and indented",
      nomes: ["latin1-recodificado", "espacos-entre-tags"],
      damaged: inWindows1252(indent(nota)),
    },
    {
      what: "re-encoded in UTF-8 under a declaration of Latin-1",
      nomes: ["latin1-recodificado"],
      damaged: nota.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"'),
    },
    {
      what: "in UTF-8 that says it is UTF-16, as .NET writes strings",
      nomes: ["declaracao-de-codificacao"],
      damaged: nota.replace("UTF-8", "utf-16"),
    },
    {
      what: "in UTF-16 that says it is UTF-8",
      nomes: ["declaracao-de-codificacao"],
      damaged: Buffer.from(`\ufeff${nota}`, "utf16le"),
    },
    {
      what: "in UTF-8 with its mark that says it is Latin-1, and indented",
      nomes: ["declaracao-de-codificacao", "espacos-entre-tags"],
      damaged: `\ufeff${indent(nota).replace("UTF-8", "ISO-8859-1")}`,
    },
    {
      what: "with namespaces declared around it",
      nomes: ["namespaces-em-volta"],
      damaged: nota.replace("<nfeProc ", `<nfeProc ${XSI} `),
    },
    {
      what: "with namespaces declared around it, and indented",
      nomes: ["espacos-entre-tags", "namespaces-em-volta"],
      damaged: indent(nota.replace("<nfeProc ", `<nfeProc ${XSI} `)),
    },
  ];

  test.each(cases)(
    "a repaired nota is proven to be the original by $nomes: $what",
    ({ nomes, damaged, original = nota }) => {
      const examination = examine(damaged);
      expect(examination.reparo).toEqual({ nomes });
      expect(examination).toMatchObject({ veredito: "autentica", reading: examine(original).reading });
      expect(examination.assinatura.estado).toMatch(/^(?:invalida|erro)$/);
      expect(examination.achados).toContainEqual(
        expect.objectContaining({ codigo: "reparada", detalhe: nomes.join(" ") }),
      );
      // The proven bytes are valid alone, in the encoding that they declare.
      expect(examineDfe(examination.bytes, CONFIANCA)).toMatchObject({
        veredito: "autentica",
        reparo: null,
        assinatura: { estado: "valida" },
      });
    },
  );

  test("the received bytes are kept when they need no repair", () => {
    const bytes = Buffer.from(nota);
    expect(examineDfe(bytes, CONFIANCA).bytes).toBe(bytes);
  });
});

describe("repairing a forged nota", () => {
  const changes: [string, string][] = [
    ["a value", nota.replace("<vNF>1234.50", "<vNF>9234.50")],
    ["a value, indented too", indent(nota.replace("<vNF>1234.50", "<vNF>9234.50"))],
    ["a name, encoded twice too", encodeTwice(nota.replace("Mercado", "Armazém"))],
    [
      "a value, under namespaces too",
      nota.replace("<vNF>1234.50", "<vNF>9234.50").replace("<nfeProc ", `<nfeProc ${XSI} `),
    ],
    ["a word joined", nota.replace("receber após", "receberapós")],
  ];
  test.each(changes)("a forged nota stays invalid after every repair: %s", (_what, changed) => {
    expect(examine(changed)).toMatchObject({
      veredito: "assinatura-invalida",
      reparo: null,
      assinatura: { estado: "invalida" },
    });
  });

  test("a nota stays suspicious when its encoding is a guess", () => {
    const examination = examine(inWindows1252(nota.replace("Pão", "Pao")));
    expect(examination).toMatchObject({ veredito: "suspeita", reparo: null, assinatura: { estado: "erro" } });
  });
});

describe("the list of candidates for a repair", () => {
  const list = (bytes: Buffer): string[] =>
    [...listReparos(bytes)].map((each) => Buffer.from(each.bytes).toString());

  test("the list of candidates is empty for an undamaged file, and has neither the received bytes nor duplicates", () => {
    expect(list(Buffer.from(nota))).toEqual([]);
    const damaged = indent(encodeTwice(nota)).replace("receber", " rece&#13;\n ber ");
    const candidates = list(Buffer.from(damaged));
    expect(candidates).not.toContain(damaged);
    expect(new Set(candidates).size).toBe(candidates.length);
    expect(candidates.length).toBeLessThanOrEqual(REPARO_CANDIDATES_MAX);
    expect(candidates.length).toBeGreaterThan(5);
  });

  test("the list of candidates is shorter for a large file", () => {
    const damaged = (lines: number): Buffer =>
      Buffer.from(indent(encodeTwice(nota)).replace("receber", " rece&#13;\n ber ".repeat(lines)));
    const bytesOf = (candidates: string[]): number => candidates.reduce((sum, { length }) => sum + length, 0);
    const [small, large] = [list(damaged(1)), list(damaged(20_000))];
    expect(large.length).toBeGreaterThan(2);
    expect(large.length).toBeLessThan(small.length);
    expect(bytesOf(large)).toBeLessThan(REPARO_WORK_MAX + REPARO_BYTES_MAX);
  });

  test("the list of candidates is empty above the size limit", () => {
    const padded = (size: number): Buffer => Buffer.from(indent("<a><b>c</b></a>").padEnd(size));
    expect(list(padded(REPARO_BYTES_MAX)).length).toBeGreaterThan(0);
    expect(list(padded(REPARO_BYTES_MAX + 1))).toEqual([]);
  });
});
