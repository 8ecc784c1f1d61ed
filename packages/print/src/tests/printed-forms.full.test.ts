import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type PrintedForm, readPrintedForm } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { printDfe } from "../print-dfe.ts";
import type { PrintedPdf } from "../print-request.ts";
import { codesOf, hasPdftotext, hasScanner, operatorsOf, textOfPdf } from "./external-tools.ts";
import { findDefects } from "./find-defects.ts";

/** Invented documents of every kind, written and signed by the sandbox's papelaria (npm run papelaria). */
const FIXTURES = path.resolve(import.meta.dirname, "../fixtures/papelaria");
/** Eventos printed with their document. */
const DOCUMENTOS: Readonly<Record<string, string>> = {
  "carta-de-correcao": "nfe",
  cancelamento: "nfe-letras",
};

/** One of each kind, with letters if possible; the long test `barras` reads hundreds. */
const SCANNED = ["nfe-letras", "nfce-letras", "cte-simplificado-letras", "mdfe"];

const names = readdirSync(FIXTURES)
  .filter((file) => file.endsWith(".xml"))
  .map((file) => file.slice(0, -".xml".length))
  .sort();

function formOf(name: string): PrintedForm {
  const form = readPrintedForm(readFileSync(path.join(FIXTURES, `${name}.xml`)));
  if (form === null) throw new Error(`${name} has no printed form`);
  return form;
}

function print(name: string): PrintedPdf {
  const documento = DOCUMENTOS[name];
  return printDfe({ form: formOf(name), doDocumento: documento === undefined ? null : formOf(documento) });
}

test("every document in fixtures/papelaria equals its last reviewed drawing", async () => {
  // Compares the drawing operators of each page, not the bytes of the file, which depend on the zlib
  // version.
  const drawings = names.map((name) => {
    const { pdf, pages } = print(name);
    const hash = createHash("sha256").update(operatorsOf(pdf).join("\f")).digest("hex").slice(0, 16);
    return `${name} ${pages} ${hash}\n`;
  });
  await expect(drawings.join("")).toMatchFileSnapshot("../fixtures/papelaria/desenhos.txt");
});

test.each(names)("%s is printed as the same bytes each time", (name) => {
  expect(Buffer.compare(print(name).pdf, print(name).pdf)).toBe(0);
});

describe.skipIf(!hasPdftotext)("the texts of the documents in fixtures/papelaria (pdftotext)", () => {
  test.each(names)("the text of %s equals its snapshot, without overlaps", async (name) => {
    const { pdf } = print(name);
    expect(findDefects(pdf)).toEqual([]);
    await expect(linesOf(pdf)).toMatchFileSnapshot(`../fixtures/papelaria/${name}.txt`);
  });
});

test.skipIf(!hasScanner).each(SCANNED)("a scanner (zbarimg) decodes the codes of %s", (name) => {
  const form = formOf(name);
  const isNfce = form.kind === "nfe" && form.modelo === "65";
  const expected = [isNfce ? null : form.chave, qrOf(form)].filter((each) => each !== null);
  expect(expected.length).toBeGreaterThan(0);
  expect(codesOf(print(name).pdf)).toEqual(expect.arrayContaining(expected));
});

/** The QR code text in the document. */
function qrOf(form: PrintedForm): string | null {
  switch (form.kind) {
    case "nfe":
      return form.suplemento?.qrCode ?? null;
    case "evento":
      return null;
    case "cte":
    case "mdfe":
      return form.qrCode;
  }
}

/** The text of a printed document line by line, with single blanks. */
function linesOf(pdf: Uint8Array): string {
  const lines = textOfPdf(pdf)
    .replace(/ +/g, " ")
    .split(/[\n\f]/);
  return `${lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n")}\n`;
}
