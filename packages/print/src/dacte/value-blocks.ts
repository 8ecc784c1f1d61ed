import type { PrintedCte } from "@malote/dfe";
import { drawBox, type Field } from "../page/box.ts";
import { type Area, type Page, widthOf } from "../page/page.ts";
import { BAR_HEIGHT, type Block, drawTitleBar, FIELD_HEIGHT, rowBlock, rowsBlock } from "./block.ts";
import { decimal, joinTexts, reais } from "./format.ts";
import { placeMeasures } from "./measures.ts";
import type { Section } from "./sections.ts";
import { ICMS_SITUATIONS, nameOf, OTHER_UF_ICMS, SIMPLES_ICMS } from "./texts.ts";

/** From this width on, in millimetres, more columns fit. */
const WIDE = 250;
/** Characters of other measures that fit beside the five boxes on a wide page. */
const OTHERS_BESIDE = 300;
const PORTRAIT_PAIRS = 3;
const LANDSCAPE_PAIRS = 4;
/** The most components on the first page; the others continue on the next one. */
const COMPONENTES_MAX = 36;
const LINE_HEIGHT = 3.4;
const LINES_MIN = 2;
const TOTALS = 44;
const NUMBER = { align: "right" } as const;

/** The load, its value and its measures.   @source MOC CT-e 4.00 anexo II §3 */
export function cargaBlock(form: PrintedCte, availableWidth: number): Block[] {
  const { carga } = form;
  if (!carga) return [];
  const measures = placeMeasures(carga.medidas, form.documento === "simplificado");
  const rows: Field[][] = [
    [
      { title: "PRODUTO PREDOMINANTE", text: carga.produto, weight: 2, font: "bold" },
      { title: "OUTRAS CARACTERÍSTICAS DA CARGA", text: carga.caracteristicas, weight: 1.4 },
      { title: "VALOR TOTAL DA CARGA", text: reais(carga.valor), font: "bold", ...NUMBER },
    ],
    [
      { title: "PESO BRUTO (KG)", text: measures.bruto, ...NUMBER },
      { title: "PESO BASE CÁLCULO (KG)", text: measures.base, ...NUMBER },
      { title: "PESO AFERIDO (KG)", text: measures.aferido, ...NUMBER },
      { title: "CUBAGEM (M³)", text: measures.cubagem, ...NUMBER },
      { title: "QUANTIDADE DE VOLUMES (UN)", text: measures.volumes, weight: 1.2, ...NUMBER },
    ],
  ];
  const others = { title: "OUTRAS MEDIDAS DA CARGA", text: measures.outras.join("; ") };
  if (others.text === "") return [rowsBlock(rows, availableWidth)];
  if (availableWidth < WIDE || others.text.length > OTHERS_BESIDE)
    return [rowsBlock(rows, availableWidth), rowBlock([others], availableWidth)];
  rows[1]?.push({ ...others, weight: 2 });
  return [rowsBlock(rows, availableWidth)];
}

/** The components of the price, in several columns, and the totals. */
export function componentesBlock({ valores, documento }: PrintedCte, availableWidth: number): Block {
  const title = "COMPONENTES DO VALOR DA PRESTAÇÃO DO SERVIÇO";
  if (documento === "simplificado") return totalsBlock(valores, availableWidth);
  const pairs = availableWidth < WIDE ? PORTRAIT_PAIRS : LANDSCAPE_PAIRS;
  const shown = valores.componentes.slice(0, COMPONENTES_MAX);
  const lines = Math.max(LINES_MIN, Math.ceil(shown.length / pairs));
  const height = BAR_HEIGHT + Math.max(2 * FIELD_HEIGHT, 3.6 + lines * LINE_HEIGHT);
  return {
    height,
    draw(page, area) {
      drawTitleBar(page, { ...area, height: BAR_HEIGHT }, title);
      const below = { ...area, y: area.y + BAR_HEIGHT, height: height - BAR_HEIGHT };
      const width = (area.width - TOTALS) / pairs;
      for (let column = 0; column < pairs; column += 1) {
        const these = shown.filter((_each, at) => at % pairs === column);
        drawPairs(page, { ...below, x: area.x + column * width, width }, these);
      }
      drawTotals(page, { ...below, x: area.x + area.width - TOTALS, width: TOTALS }, valores);
    },
  };
}

/** The totals only, for a simplified CT-e, whose services list their own components. */
function totalsBlock({ total, receber }: PrintedCte["valores"], availableWidth: number): Block {
  const style = { fontSize: 11, font: "bold", align: "right" } as const;
  return rowBlock(
    [
      { title: "VALOR TOTAL DO SERVIÇO", text: reais(total), ...style },
      { title: "VALOR A RECEBER", text: reais(receber), ...style },
    ],
    availableWidth,
    "VALOR DA PRESTAÇÃO DO SERVIÇO",
  );
}

/** The components that do not fit the first page. */
export function componentesSection({ valores, documento }: PrintedCte): Section {
  const pair: Section["columns"] = [
    { title: "NOME", parte: 0.2 },
    { title: "VALOR", parte: 1 / PORTRAIT_PAIRS - 0.2, align: "right" },
  ];
  const rest = documento === "simplificado" ? [] : valores.componentes.slice(COMPONENTES_MAX);
  const lines: string[][] = [];
  for (let at = 0; at < rest.length; at += PORTRAIT_PAIRS) {
    const row = rest.slice(at, at + PORTRAIT_PAIRS);
    lines.push(row.flatMap(({ nome: name, valor }) => [name ?? "", reais(valor)]));
  }
  return {
    title: "COMPONENTES DO VALOR DA PRESTAÇÃO DO SERVIÇO (CONTINUAÇÃO)",
    columns: [...pair, ...pair, ...pair],
    lines,
  };
}

function drawPairs(page: Page, area: Area, componentes: PrintedCte["valores"]["componentes"]): void {
  page.border(area);
  const right = area.x + area.width - 0.8;
  page.text("NOME", { x: area.x + 0.7, y: area.y + 2 }, { fontSize: 5.5 });
  page.text("VALOR", { x: right, y: area.y + 2 }, { fontSize: 5.5, align: "right" });
  let y = area.y + 3;
  for (const { nome: name, valor } of componentes) {
    const text = reais(valor);
    const room = area.width - 2.5 - widthOf(text, "normal", 8);
    drawBox(
      page,
      { x: area.x, y, width: room, height: LINE_HEIGHT },
      { text: name, fontSize: 8, border: null },
    );
    page.text(text, { x: right, y: y + 2.6 }, { fontSize: 8, align: "right" });
    y += LINE_HEIGHT;
  }
}

function drawTotals(page: Page, area: Area, { total, receber }: PrintedCte["valores"]): void {
  const height = area.height / 2;
  const style = { fontSize: 11, font: "bold", align: "right", vertical: "base" } as const;
  drawBox(page, { ...area, height }, { title: "VALOR TOTAL DO SERVIÇO", text: reais(total), ...style });
  drawBox(
    page,
    { ...area, y: area.y + height, height },
    { title: "VALOR A RECEBER", text: reais(receber), ...style },
  );
}

/** One row each for ICMS, IBS and CBS, and retained federal taxes, if the document has them.
 * @source MOC CT-e 4.00 anexo II §3; NT 2025.001-RTC (CT-e) */
export function tributosBlock(form: PrintedCte, availableWidth: number): Block {
  const { icms, ibsCbs, federais } = form.tributos;
  const rows: Field[][] = [
    [
      { title: "SITUAÇÃO TRIBUTÁRIA", text: situacaoOf(icms), weight: 2.6, fontSize: 8 },
      {
        title: "BASE DE CÁLCULO",
        text: icms?.caso === "retido" ? "" : reais(icms?.base ?? null),
        ...NUMBER,
      },
      { title: "ALÍQ. ICMS (%)", text: decimal(icms?.aliquota ?? null), weight: 0.7, ...NUMBER },
      { title: "VALOR ICMS", text: icms?.caso === "retido" ? "" : reais(icms?.valor ?? null), ...NUMBER },
      { title: "% RED. BC ICMS", text: decimal(icms?.reducao ?? null), weight: 0.7, ...NUMBER },
      { title: "BC ICMS ST", text: icms?.caso === "retido" ? reais(icms.base) : "", ...NUMBER },
      { title: "ICMS ST", text: icms?.caso === "retido" ? reais(icms.valor) : "", ...NUMBER },
    ],
  ];
  if (ibsCbs) rows.push(ibsCbsFields(form, ibsCbs));
  if (federais) rows.push(federalFields(federais));
  return rowsBlock(rows, availableWidth, "INFORMAÇÕES RELATIVAS AO IMPOSTO");
}

function situacaoOf(icms: PrintedCte["tributos"]["icms"]): string {
  if (!icms) return "";
  if (icms.caso === "simples") return SIMPLES_ICMS;
  return icms.caso === "outra-uf" ? OTHER_UF_ICMS : nameOf(ICMS_SITUATIONS, icms.cst);
}

function ibsCbsFields(
  { valores }: PrintedCte,
  ibsCbs: NonNullable<PrintedCte["tributos"]["ibsCbs"]>,
): Field[] {
  const { ibsUf, ibsMunicipio, cbs } = ibsCbs;
  const fields: Field[] = [
    {
      title: "CST / CLASSIF. IBS/CBS",
      text: joinTexts([ibsCbs.cst, ibsCbs.classificacao], " / "),
      weight: 1.2,
      fontSize: 8,
    },
    { title: "BC IBS/CBS", text: reais(ibsCbs.base), ...NUMBER },
    { title: "IBS UF (%)", text: aliquotaOf(ibsUf), weight: 0.7, ...NUMBER },
    { title: "VALOR IBS UF", text: reais(ibsUf.valor), ...NUMBER },
    { title: "IBS MUN. (%)", text: aliquotaOf(ibsMunicipio), weight: 0.7, ...NUMBER },
    { title: "VALOR IBS MUN.", text: reais(ibsMunicipio.valor), ...NUMBER },
    { title: "TOTAL IBS", text: reais(ibsCbs.ibs), ...NUMBER },
    { title: "CBS (%)", text: aliquotaOf(cbs), weight: 0.7, ...NUMBER },
    { title: "VALOR CBS", text: reais(cbs.valor), ...NUMBER },
  ];
  const total = { title: "TOTAL DO CT-e", text: reais(valores.totalDfe), weight: 1.2, ...NUMBER };
  return valores.totalDfe === null ? fields : [...fields, total];
}

/** The rate, after its reduction if there is one. */
function aliquotaOf({ aliquota, efetiva }: { aliquota: string | null; efetiva: string | null }): string {
  return decimal(efetiva ?? aliquota);
}

function federalFields(federais: NonNullable<PrintedCte["tributos"]["federais"]>): Field[] {
  return [
    { title: "VALOR DO PIS", text: reais(federais.pis), ...NUMBER },
    { title: "VALOR DA COFINS", text: reais(federais.cofins), ...NUMBER },
    { title: "VALOR DO IR", text: reais(federais.ir), ...NUMBER },
    { title: "VALOR DO INSS", text: reais(federais.inss), ...NUMBER },
    { title: "VALOR DA CSLL", text: reais(federais.csll), ...NUMBER },
  ];
}
