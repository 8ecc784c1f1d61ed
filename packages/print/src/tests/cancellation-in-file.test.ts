import { spawnSync } from "node:child_process";
import { readPrintedForm } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { makeCte, makeCteOs } from "../dacte/tests/make-cte.ts";
import { makeMdfe } from "../damdfe/tests/make-mdfe.ts";
import { makePrintedForm } from "../danfe/tests/invented-nota.ts";
import { printDfe } from "../print-dfe.ts";
import type { PrintSituacao } from "../print-request.ts";
import { hasPdftotext, joinedWordsOf } from "./external-tools.ts";

const SCANNER = "pdftotext";
const REPORTED = "CANCELADA(ACONFIRMAR)";
const FORMS = [
  ["NF-e", makePrintedForm()],
  ["NFC-e", makePrintedForm({ modelo: "65", formatoImpressao: "4" })],
  ["CT-e", readPrintedForm(Buffer.from(makeCte()))],
  ["CT-e OS", readPrintedForm(Buffer.from(makeCteOs()))],
  ["MDF-e", readPrintedForm(Buffer.from(makeMdfe()))],
] as const;

/** The words without blanks: pdftotext returns the letters of a watermark one per line. */
function lettersOf(pdf: Uint8Array): string {
  const { stdout } = spawnSync(SCANNER, ["-raw", "-enc", "UTF-8", "-", "-"], { input: pdf });
  return stdout.toString().replace(/\s/g, "");
}

describe.skipIf(!hasPdftotext)("a document whose file holds its cancellation (pdftotext)", () => {
  test.each(FORMS)("a cancelled %s has a watermark on each page", (_, form) => {
    if (!form) throw new Error("no printed form");
    const said = (isCancelado: boolean, situacao?: PrintSituacao): string => {
      const request = { form: { ...form, isCancelado } };
      return lettersOf(printDfe(situacao ? { ...request, situacao } : request).pdf);
    };
    expect(said(true)).toContain(REPORTED);
    expect(said(true, "normal")).toContain(REPORTED);
    expect(said(true, "cancelada")).not.toContain(REPORTED);
    expect(said(true, "cancelada")).toContain("CANCELADA");
    expect(said(false)).not.toContain("CANCELADA");
  });

  test.each([FORMS[1], FORMS[2]])("a cancelled %s has a line that says what to do", (_, form) => {
    if (!form) throw new Error("no printed form");
    const { pdf } = printDfe({ form, situacao: "cancelamento-informado" });
    expect(joinedWordsOf(pdf)).toContain("CANCELAMENTO INFORMADO NO ARQUIVO: CONFIRME NA SEFAZ");
  });
});
