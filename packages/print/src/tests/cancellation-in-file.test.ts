import { spawnSync } from "node:child_process";
import { readPapel } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { makeCte, makeCteOs } from "../dacte/tests/make-cte.ts";
import { makeMdfe } from "../damdfe/tests/make-mdfe.ts";
import { makePapel } from "../danfe/tests/invented-nota.ts";
import { printDfe } from "../print-dfe.ts";
import type { Situacao } from "../print-request.ts";
import { hasPdftotext, joinedWordsOf } from "./external-tools.ts";

const SCANNER = "pdftotext";
const INFORMADO = "CANCELADA(ACONFIRMAR)";
const PAPEIS = [
  ["NF-e", makePapel()],
  ["NFC-e", makePapel({ modelo: "65", formatoImpressao: "4" })],
  ["CT-e", readPapel(Buffer.from(makeCte()))],
  ["CT-e OS", readPapel(Buffer.from(makeCteOs()))],
  ["MDF-e", readPapel(Buffer.from(makeMdfe()))],
] as const;

/** The words without blanks: pdftotext returns the letters of a watermark one per line. */
function lettersOf(pdf: Uint8Array): string {
  const { stdout } = spawnSync(SCANNER, ["-raw", "-enc", "UTF-8", "-", "-"], { input: pdf });
  return stdout.toString().replace(/\s/g, "");
}

describe.skipIf(!hasPdftotext)("a document whose file holds its cancellation (pdftotext)", () => {
  test.each(PAPEIS)("%s: has a watermark on each page", (_, papel) => {
    if (!papel) throw new Error("no printed form");
    const said = (isCancelado: boolean, situacao?: Situacao): string => {
      const request = { papel: { ...papel, isCancelado } };
      return lettersOf(printDfe(situacao ? { ...request, situacao } : request).pdf);
    };
    expect(said(true)).toContain(INFORMADO);
    expect(said(true, "normal")).toContain(INFORMADO);
    expect(said(true, "cancelada")).not.toContain(INFORMADO);
    expect(said(true, "cancelada")).toContain("CANCELADA");
    expect(said(false)).not.toContain("CANCELADA");
  });

  test.each([PAPEIS[1], PAPEIS[2]])("%s: has a line that says what to do", (_, papel) => {
    if (!papel) throw new Error("no printed form");
    const { pdf } = printDfe({ papel, situacao: "cancelamento-informado" });
    expect(joinedWordsOf(pdf)).toContain("CANCELAMENTO INFORMADO NO ARQUIVO: CONFIRME NA SEFAZ");
  });
});
