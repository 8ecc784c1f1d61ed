import type { PrintedCte } from "@malote/dfe";
import { drawBox, type Field } from "../page/box.ts";
import { type Area, type Page, widthOf } from "../pdf/page.ts";
import { BAR_HEIGHT, type Block, drawTitleBar, FIELD_HEIGHT, rowBlock, rowsBlock } from "./block.ts";
import { decimal, joinTexts, reais } from "./format.ts";
import { placeMeasures } from "./measures.ts";
import type { Section } from "./sections.ts";
import { ICMS_OUTRA_UF, ICMS_SIMPLES, nameOf, SITUACOES_ICMS } from "./texts.ts";

/** From this width on, in millimetres, more columns fit. */
const LARGO = 250;
/** Characters of other measures that fit beside the five boxes on a wide page. */
const OUTRAS_AO_LADO = 300;
const PARES_RETRATO = 3;
const PARES_PAISAGEM = 4;
/** The most components on the first page; the others continue on the next one. */
const COMPONENTES_MAX = 36;
const LINHA = 3.4;
const LINES_MIN = 2;
const TOTAIS = 44;
const NUMERO = { align: "right" } as const;

/** The load, its value and its measures.   @source MOC CT-e 4.00 anexo II §3 */
export function cargaBlock(form: PrintedCte, largura: number): Block[] {
  const { carga } = form;
  if (!carga) return [];
  const medidas = placeMeasures(carga.medidas, form.documento === "simplificado");
  const rows: Field[][] = [
    [
      { title: "PRODUTO PREDOMINANTE", text: carga.produto, weight: 2, font: "bold" },
      { title: "OUTRAS CARACTERÍSTICAS DA CARGA", text: carga.caracteristicas, weight: 1.4 },
      { title: "VALOR TOTAL DA CARGA", text: reais(carga.valor), font: "bold", ...NUMERO },
    ],
    [
      { title: "PESO BRUTO (KG)", text: medidas.bruto, ...NUMERO },
      { title: "PESO BASE CÁLCULO (KG)", text: medidas.base, ...NUMERO },
      { title: "PESO AFERIDO (KG)", text: medidas.aferido, ...NUMERO },
      { title: "CUBAGEM (M³)", text: medidas.cubagem, ...NUMERO },
      { title: "QUANTIDADE DE VOLUMES (UN)", text: medidas.volumes, weight: 1.2, ...NUMERO },
    ],
  ];
  const outras = { title: "OUTRAS MEDIDAS DA CARGA", text: medidas.outras.join("; ") };
  if (outras.text === "") return [rowsBlock(rows, largura)];
  if (largura < LARGO || outras.text.length > OUTRAS_AO_LADO)
    return [rowsBlock(rows, largura), rowBlock([outras], largura)];
  rows[1]?.push({ ...outras, weight: 2 });
  return [rowsBlock(rows, largura)];
}

/** The components of the price, in several columns, and the totals. */
export function componentesBlock({ valores, documento }: PrintedCte, largura: number): Block {
  const title = "COMPONENTES DO VALOR DA PRESTAÇÃO DO SERVIÇO";
  if (documento === "simplificado") return totalsBlock(valores, largura);
  const pairs = largura < LARGO ? PARES_RETRATO : PARES_PAISAGEM;
  const shown = valores.componentes.slice(0, COMPONENTES_MAX);
  const lines = Math.max(LINES_MIN, Math.ceil(shown.length / pairs));
  const height = BAR_HEIGHT + Math.max(2 * FIELD_HEIGHT, 3.6 + lines * LINHA);
  return {
    height,
    draw(page, area) {
      drawTitleBar(page, { ...area, height: BAR_HEIGHT }, title);
      const below = { ...area, y: area.y + BAR_HEIGHT, height: height - BAR_HEIGHT };
      const width = (area.width - TOTAIS) / pairs;
      for (let column = 0; column < pairs; column += 1) {
        const these = shown.filter((_each, at) => at % pairs === column);
        drawPairs(page, { ...below, x: area.x + column * width, width }, these);
      }
      drawTotais(page, { ...below, x: area.x + area.width - TOTAIS, width: TOTAIS }, valores);
    },
  };
}

/** The totals only, for a simplified CT-e, whose services list their own components. */
function totalsBlock({ total, receber }: PrintedCte["valores"], largura: number): Block {
  const style = { fontSize: 11, font: "bold", align: "right" } as const;
  return rowBlock(
    [
      { title: "VALOR TOTAL DO SERVIÇO", text: reais(total), ...style },
      { title: "VALOR A RECEBER", text: reais(receber), ...style },
    ],
    largura,
    "VALOR DA PRESTAÇÃO DO SERVIÇO",
  );
}

/** The components that do not fit the first page. */
export function componentesSection({ valores, documento }: PrintedCte): Section {
  const pair: Section["columns"] = [
    { title: "NOME", parte: 0.2 },
    { title: "VALOR", parte: 1 / PARES_RETRATO - 0.2, align: "right" },
  ];
  const rest = documento === "simplificado" ? [] : valores.componentes.slice(COMPONENTES_MAX);
  const lines: string[][] = [];
  for (let at = 0; at < rest.length; at += PARES_RETRATO) {
    const row = rest.slice(at, at + PARES_RETRATO);
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
    drawBox(page, { x: area.x, y, width: room, height: LINHA }, { text: name, fontSize: 8, border: null });
    page.text(text, { x: right, y: y + 2.6 }, { fontSize: 8, align: "right" });
    y += LINHA;
  }
}

function drawTotais(page: Page, area: Area, { total, receber }: PrintedCte["valores"]): void {
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
export function tributosBlock(form: PrintedCte, largura: number): Block {
  const { icms, ibsCbs, federais } = form.tributos;
  const rows: Field[][] = [
    [
      { title: "SITUAÇÃO TRIBUTÁRIA", text: situacaoOf(icms), weight: 2.6, fontSize: 8 },
      {
        title: "BASE DE CÁLCULO",
        text: icms?.caso === "retido" ? "" : reais(icms?.base ?? null),
        ...NUMERO,
      },
      { title: "ALÍQ. ICMS (%)", text: decimal(icms?.aliquota ?? null), weight: 0.7, ...NUMERO },
      { title: "VALOR ICMS", text: icms?.caso === "retido" ? "" : reais(icms?.valor ?? null), ...NUMERO },
      { title: "% RED. BC ICMS", text: decimal(icms?.reducao ?? null), weight: 0.7, ...NUMERO },
      { title: "BC ICMS ST", text: icms?.caso === "retido" ? reais(icms.base) : "", ...NUMERO },
      { title: "ICMS ST", text: icms?.caso === "retido" ? reais(icms.valor) : "", ...NUMERO },
    ],
  ];
  if (ibsCbs) rows.push(camposIbsCbs(form, ibsCbs));
  if (federais) rows.push(camposFederais(federais));
  return rowsBlock(rows, largura, "INFORMAÇÕES RELATIVAS AO IMPOSTO");
}

function situacaoOf(icms: PrintedCte["tributos"]["icms"]): string {
  if (!icms) return "";
  if (icms.caso === "simples") return ICMS_SIMPLES;
  return icms.caso === "outra-uf" ? ICMS_OUTRA_UF : nameOf(SITUACOES_ICMS, icms.cst);
}

function camposIbsCbs(
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
    { title: "BC IBS/CBS", text: reais(ibsCbs.base), ...NUMERO },
    { title: "IBS UF (%)", text: aliquotaOf(ibsUf), weight: 0.7, ...NUMERO },
    { title: "VALOR IBS UF", text: reais(ibsUf.valor), ...NUMERO },
    { title: "IBS MUN. (%)", text: aliquotaOf(ibsMunicipio), weight: 0.7, ...NUMERO },
    { title: "VALOR IBS MUN.", text: reais(ibsMunicipio.valor), ...NUMERO },
    { title: "TOTAL IBS", text: reais(ibsCbs.ibs), ...NUMERO },
    { title: "CBS (%)", text: aliquotaOf(cbs), weight: 0.7, ...NUMERO },
    { title: "VALOR CBS", text: reais(cbs.valor), ...NUMERO },
  ];
  const total = { title: "TOTAL DO CT-e", text: reais(valores.totalDfe), weight: 1.2, ...NUMERO };
  return valores.totalDfe === null ? fields : [...fields, total];
}

/** The rate, after its reduction if there is one. */
function aliquotaOf({ aliquota, efetiva }: { aliquota: string | null; efetiva: string | null }): string {
  return decimal(efetiva ?? aliquota);
}

function camposFederais(federais: NonNullable<PrintedCte["tributos"]["federais"]>): Field[] {
  return [
    { title: "VALOR DO PIS", text: reais(federais.pis), ...NUMERO },
    { title: "VALOR DA COFINS", text: reais(federais.cofins), ...NUMERO },
    { title: "VALOR DO IR", text: reais(federais.ir), ...NUMERO },
    { title: "VALOR DO INSS", text: reais(federais.inss), ...NUMERO },
    { title: "VALOR DA CSLL", text: reais(federais.csll), ...NUMERO },
  ];
}
