import { readFileSync } from "node:fs";
import path from "node:path";
import { readPrintedForm } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { printDfe } from "../print-dfe.ts";
import { codesOf, hasPdftotext, hasScanner, textOfPdf } from "./external-tools.ts";
import { findDefects } from "./find-defects.ts";

const FIXTURES = path.resolve(import.meta.dirname, "../fixtures/papelaria");
const NAMES = ["nfce", "cte-rodoviario", "cte-os", "cte-simplificado-letras", "mdfe"];
const NOTICE = /O QR Code do arquivo\s+não/;

function print(name: string, change: (xml: string) => string): Uint8Array {
  const xml = change(readFileSync(path.join(FIXTURES, `${name}.xml`), "utf8"));
  const form = readPrintedForm(Buffer.from(xml));
  if (form === null) throw new Error(`${name} has no printed form`);
  return printDfe({ form }).pdf;
}

/** Replaces the host of the QR code, which no signature covers. */
const foreign = (xml: string): string =>
  xml.replace(/(<(?:qrCode|qrCodCTe|qrCodMDFe)>)https?:\/\/[^/]+/, "$1https://nota-premiada.example");

describe.each(NAMES)("a foreign QR code in the %s", (name) => {
  test.skipIf(!hasScanner)("a foreign QR code is not printed: a scanner finds only the key", () => {
    const own = codesOf(print(name, (xml) => xml)).filter((code) => code.startsWith("http"));
    expect(own).toHaveLength(1);
    const codes = codesOf(print(name, foreign));
    expect(codes.filter((code) => code.includes("http"))).toEqual([]);
  });

  test.skipIf(!hasPdftotext)("a foreign QR code is replaced by a notice, without overlaps", () => {
    const pdf = print(name, foreign);
    expect(findDefects(pdf)).toEqual([]);
    const text = textOfPdf(pdf);
    expect(text).toMatch(NOTICE);
    expect(text).not.toContain("nota-premiada");
    expect(textOfPdf(print(name, (xml) => xml))).not.toMatch(NOTICE);
  });
});

test.skipIf(!hasPdftotext)("a foreign consulta address in print is replaced by SEFAZ's", () => {
  const text = textOfPdf(
    print("nfce", (xml) => xml.replace(/<urlChave>[^<]+/, "<urlChave>www.nota-premiada.example/consulta")),
  );
  expect(text).toContain("portalsped.fazenda.mg.gov.br/portalnfce");
  expect(text).not.toContain("nota-premiada");
});
