import { readFileSync } from "node:fs";
import path from "node:path";
import { readPapel } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { printDfe } from "../print-dfe.ts";
import { findDefeitos } from "./conferir.ts";
import { codigosOf, hasLeitor, hasPdftotext, textoOfPdf } from "./ferramentas.ts";

const FIXTURES = path.resolve(import.meta.dirname, "../fixtures/papelaria");
const NOMES = ["nfce", "cte-rodoviario", "cte-os", "cte-simplificado-letras", "mdfe"];
const AVISO = /O QR Code do arquivo\s+não/;

function print(nome: string, change: (xml: string) => string): Uint8Array {
  const xml = change(readFileSync(path.join(FIXTURES, `${nome}.xml`), "utf8"));
  const papel = readPapel(Buffer.from(xml));
  if (papel === null) throw new Error(`${nome} has no printed form`);
  return printDfe({ papel }).pdf;
}

/** Replaces the host of the QR code, which no signature covers. */
const alheio = (xml: string): string =>
  xml.replace(/(<(?:qrCode|qrCodCTe|qrCodMDFe)>)https?:\/\/[^/]+/, "$1https://nota-premiada.example");

describe.each(NOMES)("a foreign QR code in the %s", (nome) => {
  test.skipIf(!hasLeitor)("is not printed: a scanner finds only the key", () => {
    const own = codigosOf(print(nome, (xml) => xml)).filter((code) => code.startsWith("http"));
    expect(own).toHaveLength(1);
    const codes = codigosOf(print(nome, alheio));
    expect(codes.filter((code) => code.includes("http"))).toEqual([]);
  });

  test.skipIf(!hasPdftotext)("is replaced by a notice, without overlaps", () => {
    const pdf = print(nome, alheio);
    expect(findDefeitos(pdf)).toEqual([]);
    const texto = textoOfPdf(pdf);
    expect(texto).toMatch(AVISO);
    expect(texto).not.toContain("nota-premiada");
    expect(textoOfPdf(print(nome, (xml) => xml))).not.toMatch(AVISO);
  });
});

test.skipIf(!hasPdftotext)("a foreign consulta address is replaced by SEFAZ's", () => {
  const texto = textoOfPdf(
    print("nfce", (xml) => xml.replace(/<urlChave>[^<]+/, "<urlChave>www.nota-premiada.example/consulta")),
  );
  expect(texto).toContain("portalsped.fazenda.mg.gov.br/portalnfce");
  expect(texto).not.toContain("nota-premiada");
});
