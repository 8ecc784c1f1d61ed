import { readPrintedForm } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { makeMdfe } from "../damdfe/tests/make-mdfe.ts";
import { printDfe } from "../print-dfe.ts";
import { hasPdftotext, textOfPdf } from "./external-tools.ts";
import { makeNota, type NotaRequest } from "./make-nota.ts";

const INF_CPL = "Pedido 7 de 18/11;Entregar no portão 3;;Loja &amp;quot;Sol&amp;quot;";
const NOVA = "2026-12-01T09:53:00-03:00";

/** The lines of a printed document, with single blanks. */
function linesOf(xml: string | Buffer): string[] {
  const form = readPrintedForm(Buffer.from(xml));
  if (!form) throw new Error("no printed form");
  return textOfPdf(printDfe({ form }).pdf)
    .split("\n")
    .map((line) => line.trim().replace(/ +/g, " "));
}

describe.skipIf(!hasPdftotext)("a semicolon in infCpl (pdftotext)", () => {
  test.each<[string, NotaRequest]>([
    ["DANFE", {}],
    ["DANFE of NT 2026.010", { emissao: NOVA }],
    ["DANFE, landscape", { tpImp: "2", emissao: NOVA }],
    ["DANFE simplificado tipo 2", { tpImp: "6" }],
    ["DANFE NFC-e", { modelo: "65" }],
  ])("a semicolon starts a new line on the %s, and is not printed", (_, spec) => {
    const lines = linesOf(makeNota({ ...spec, infCpl: INF_CPL }));
    for (const line of ["Pedido 7 de 18/11", "Entregar no portão 3", "Loja &quot;Sol&quot;"]) {
      expect(lines).toContain(line);
    }
  });

  test("a semicolon starts a new line on the DAMDFE", () => {
    const lines = linesOf(makeMdfe({ infCpl: INF_CPL }));
    for (const line of ["Pedido 7 de 18/11", "Entregar no portão 3"]) expect(lines).toContain(line);
  });
});
