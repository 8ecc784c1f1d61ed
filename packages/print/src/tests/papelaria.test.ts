import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Papel, readPapel } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import type { Impresso } from "../impressao.ts";
import { printDfe } from "../print-dfe.ts";
import { findDefeitos } from "./conferir.ts";
import { codigosOf, hasLeitor, hasPdftotext, operadoresOf, textoOfPdf } from "./ferramentas.ts";

/** Invented documents of every kind, written and signed by the sandbox's papelaria (npm run papelaria). */
const FIXTURES = path.resolve(import.meta.dirname, "../fixtures/papelaria");
/** Eventos printed with their document. */
const DOCUMENTOS: Readonly<Record<string, string>> = {
  "carta-de-correcao": "nfe",
  cancelamento: "nfe-letras",
};

/** One of each kind, with letters if possible; the long test `barras` reads hundreds. */
const LIDOS = ["nfe-letras", "nfce-letras", "cte-simplificado-letras", "mdfe"];

const nomes = readdirSync(FIXTURES)
  .filter((file) => file.endsWith(".xml"))
  .map((file) => file.slice(0, -".xml".length))
  .sort();

function papelOf(nome: string): Papel {
  const papel = readPapel(readFileSync(path.join(FIXTURES, `${nome}.xml`)));
  if (papel === null) throw new Error(`${nome} has no printed form`);
  return papel;
}

function print(nome: string): Impresso {
  const documento = DOCUMENTOS[nome];
  return printDfe({ papel: papelOf(nome), doDocumento: documento === undefined ? null : papelOf(documento) });
}

test("every document of the papelaria equals its last reviewed drawing", async () => {
  // Compares the drawing operators of each page, not the bytes of the file, which depend on the zlib
  // version.
  const desenhos = nomes.map((nome) => {
    const { pdf, paginas } = print(nome);
    const hash = createHash("sha256").update(operadoresOf(pdf).join("\f")).digest("hex").slice(0, 16);
    return `${nome} ${paginas} ${hash}\n`;
  });
  await expect(desenhos.join("")).toMatchFileSnapshot("../fixtures/papelaria/desenhos.txt");
});

test.each(nomes)("%s gives the same bytes each time", (nome) => {
  expect(Buffer.compare(print(nome).pdf, print(nome).pdf)).toBe(0);
});

describe.skipIf(!hasPdftotext)("the text of a document of the papelaria (pdftotext)", () => {
  test.each(nomes)("%s: equals its snapshot, without overlaps", async (nome) => {
    const { pdf } = print(nome);
    expect(findDefeitos(pdf)).toEqual([]);
    await expect(linhasOf(pdf)).toMatchFileSnapshot(`../fixtures/papelaria/${nome}.txt`);
  });
});

test.skipIf(!hasLeitor).each(LIDOS)("a scanner (zbarimg) decodes the codes of %s", (nome) => {
  const papel = papelOf(nome);
  const isNfce = papel.kind === "nfe" && papel.modelo === "65";
  const expected = [isNfce ? null : papel.chave, qrOf(papel)].filter((each) => each !== null);
  expect(expected.length).toBeGreaterThan(0);
  expect(codigosOf(print(nome).pdf)).toEqual(expect.arrayContaining(expected));
});

/** The QR code text in the document. */
function qrOf(papel: Papel): string | null {
  switch (papel.kind) {
    case "nfe":
      return papel.suplemento?.qrCode ?? null;
    case "evento":
      return null;
    case "cte":
    case "mdfe":
      return papel.qrCode;
  }
}

/** The text of a printed document line by line, with single blanks. */
function linhasOf(pdf: Uint8Array): string {
  const lines = textoOfPdf(pdf)
    .replace(/ +/g, " ")
    .split(/[\n\f]/);
  return `${lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n")}\n`;
}
