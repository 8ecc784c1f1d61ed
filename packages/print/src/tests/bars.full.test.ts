import { type PrintedForm, readPrintedForm } from "@malote/dfe";
import { CODE128_QUIET_MODULES, code128Widths } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { fsdaDigits } from "../dacte/fsda-digits.ts";
import { DEST, makeChave, makeCte, makeCteOs, makeCteSimp, makeExtremeCte } from "../dacte/tests/make-cte.ts";
import { makeChaveMdfe, printedMdfe } from "../damdfe/tests/make-mdfe.ts";
import { makeChave as makeChaveDanfe, makePrintedForm } from "../danfe/tests/invented-nota.ts";
import { makeChaveDocumento, printedEvento } from "../evento/tests/make-evento.ts";
import { printDfe } from "../print-dfe.ts";
import { codesOf, hasScanner, operatorsOf, rulesOf } from "./external-tools.ts";

/** The minimum area of the bars of a key with letters, with blanks, in millimetres.   @source NT Conjunta
 * DF-e 2025.001 */
const BARS_WIDTH_MIN = 115;
const BARS_HEIGHT_MIN = 8;
const MODULE_MIN = 0.2;
/** The minimum height of the bars on a DACTE, for any key.   @source MOC CT-e 4.00 anexo II §2.17 */
const DACTE_BARS_HEIGHT = 15;
/** The QR code is 25 mm with its blank, 22 mm without.   @source MOC CT-e 4.00 anexo II §2.18 */
const QR_MIN = 22;

const POINTS_PER_MM = 72 / 25.4;
const cnpj = "12ABC34501DE35";
const CARTA = { tpEvento: "110110", descricao: "Carta de Correcao" };

const chaveCte = makeChave({ cnpj });
const chaveOs = makeChave({ cnpj, modelo: "67" });
const chaveNfe = makeChaveDanfe(cnpj);
const DACTE: [string, string, PrintedForm][] = ["1", "2"].flatMap((tpImp) => [
  [`DACTE (tpImp ${tpImp})`, chaveCte, formOfXml(makeCte({ cnpj, tpImp }))],
  [`DACTE without a QR code (tpImp ${tpImp})`, chaveCte, formOfXml(makeCte({ cnpj, tpImp, qr: "" }))],
  [`DACTE of the longest texts (tpImp ${tpImp})`, chaveCte, formOfXml(makeExtremeCte({ cnpj, tpImp }))],
  [`DACTE of a simplified CT-e (tpImp ${tpImp})`, chaveCte, formOfXml(makeCteSimp(3, { cnpj, tpImp }))],
  [`DACTE OS (tpImp ${tpImp})`, chaveOs, formOfXml(makeCteOs({ cnpj, tpImp }))],
]);
const OTHERS: [string, string, PrintedForm][] = [
  ...["1", "2", "3"].map((formatoImpressao): [string, string, PrintedForm] => [
    `DANFE (tpImp ${formatoImpressao})`,
    chaveNfe,
    makePrintedForm({ chave: chaveNfe, formatoImpressao }),
  ]),
  ["DAMDFE", makeChaveMdfe({ cnpj }), printedMdfe({ cnpj })],
  ["CC-e", makeChaveDocumento({ cnpj }), printedEvento({ ...CARTA, cnpj })],
];

describe("the bars of a key with letters", () => {
  test.each([...DACTE, ...OTHERS])(
    "the bars have their minimum area, with blanks at both ends: %s",
    (_name, chave, form) => {
      const { pdf } = printDfe({ form });
      const { x, endX, y, endY, moduleWidth } = barsOf(pdf, chave);
      expect(Math.round((endX - x) * 10) / 10).toBeGreaterThanOrEqual(BARS_WIDTH_MIN);
      expect(endY - y).toBeGreaterThanOrEqual(BARS_HEIGHT_MIN);
      expect(moduleWidth).toBeGreaterThanOrEqual(MODULE_MIN);
      expect(rulesInside(pdf, { x, endX, y, endY })).toEqual([]);
    },
  );

  test.each(DACTE)(
    "the bars have their minimum height on a DACTE, and the QR code its size: %s",
    (_name, chave, form) => {
      const { pdf } = printDfe({ form });
      const { y, endY } = barsOf(pdf, chave);
      expect(endY - y).toBeGreaterThanOrEqual(DACTE_BARS_HEIGHT);
      const [qr] = filledPathsOf(pdf).filter(
        (modules) => new Set(modules.map((module) => module.y)).size > 20,
      );
      if (form.kind !== "cte" || form.qrCode === null) return expect(qr).toBeUndefined();
      const left = Math.min(...(qr ?? []).map((module) => module.x));
      const right = Math.max(...(qr ?? []).map((module) => module.endX));
      expect(right - left).toBeGreaterThanOrEqual(QR_MIN);
    },
  );

  test.each(["1", "2"])(
    "the bars on security paper are no finer and no lower for a recipient with letters (tpImp %s)",
    (tpImp) => {
      const dest = DEST.replace("99887766000105", cnpj);
      const form = formOfXml(makeCte({ cnpj, tpImp, tpEmis: "5", dest }));
      const data = form.kind === "cte" ? fsdaDigits(form) : null;
      expect(data).toContain(cnpj);
      const { y, endY, moduleWidth } = barsOf(printDfe({ form }).pdf, data ?? "");
      expect(moduleWidth).toBeGreaterThanOrEqual(MODULE_MIN);
      expect(endY - y).toBeGreaterThanOrEqual(DACTE_BARS_HEIGHT);
    },
  );

  const scanned = DACTE.filter(([name]) => /longest|simplified|OS/.test(name));
  test.skipIf(!hasScanner).each(scanned)("a scanner (zbarimg) decodes the bars: %s", (_name, chave, form) => {
    const { pdf } = printDfe({ form });
    const { qrCode } = form.kind === "cte" ? form : { qrCode: null };
    expect(codesOf(pdf).sort()).toEqual([chave, qrCode].filter((code) => code !== null).sort());
  });
});

function formOfXml(xml: string): PrintedForm {
  const form = readPrintedForm(Buffer.from(xml));
  if (form === null) throw new Error("no printed form");
  return form;
}

/** A filled rectangle in millimetres from the lower left corner of the page. */
type Rectangle = { x: number; endX: number; y: number; endY: number };

/** The rectangles of each filled path on the first page: bars, or modules of a QR code. */
function filledPathsOf(pdf: Uint8Array): Rectangle[][] {
  const filledPaths: Rectangle[][] = [[]];
  for (const line of operatorsOf(pdf)[0]?.split("\n") ?? []) {
    const [, x, y, w, h] =
      /^(-?\d+) (-?\d+) (\d+) (\d+) re$/.exec(line)?.map((n) => Number(n) / 100 / POINTS_PER_MM) ?? [];
    if (x !== undefined && y !== undefined)
      filledPaths.at(-1)?.push({ x, y, endX: x + (w ?? 0), endY: y + (h ?? 0) });
    else if (filledPaths.at(-1)?.length !== 0) filledPaths.push([]);
  }
  return filledPaths;
}

/** The area of the bars of a key with its blanks, and the width of a module. */
function barsOf(pdf: Uint8Array, chave: string): Rectangle & { moduleWidth: number } {
  const widths = code128Widths(chave);
  const bars = filledPathsOf(pdf).find(
    (each) => each.length === (widths.length + 1) / 2 && new Set(each.map(({ y }) => y)).size === 1,
  );
  const [first] = bars ?? [];
  const last = bars?.at(-1);
  if (!first || !last) throw new Error("no bars of this key");
  const moduleWidth = (last.endX - first.x) / widths.reduce((sum, width) => sum + width, 0);
  const blank = CODE128_QUIET_MODULES * moduleWidth;
  return { ...first, x: first.x - blank, endX: last.endX + blank, moduleWidth };
}

/** Vertical lines of the form within an area. */
function rulesInside(pdf: Uint8Array, { x, endX, y, endY }: Rectangle): unknown[] {
  const [, height = 0] =
    /\/MediaBox\[0 0 [0-9.]+ ([0-9.]+)\]/.exec(Buffer.from(pdf).toString("latin1")) ?? [];
  const top = Number(height) / POINTS_PER_MM;
  return (rulesOf(pdf)[0] ?? []).filter((rule) => {
    const at = rule.x / POINTS_PER_MM;
    const isUpright = rule.x === rule.endX && at > x && at < endX;
    return isUpright && rule.y / POINTS_PER_MM < top - y && rule.endY / POINTS_PER_MM > top - endY;
  });
}
