import type { PrintedNfe } from "@malote/dfe";
import { formatDocumento } from "@malote/syntax";
import { drawBox, drawRow, type Field } from "../page/box.ts";
import { drawBarcode } from "../page/codes.ts";
import { drawWatermark } from "../page/marks.ts";
import type { Page } from "../page/page.ts";
import type { Drawing } from "../page/page-set.ts";
import { PageSet } from "../page/page-set.ts";
import {
  formatCep,
  formatMoney,
  formatPrintedInstant,
  formatPrintedNumber,
  formatPrintedSeries,
} from "../page/print-formats.ts";
import { wordOf } from "../sections/write-values.ts";
import type { Danfe } from "./a4/draw-a4.ts";
import { contingenciaOf } from "./additional-texts.ts";
import { autorizacaoOf, narrowWatermark } from "./authorization.ts";
import { joinWith, writeGroups, writeLogradouro } from "./formats.ts";
import { pdfInfoOf } from "./pdf-info.ts";
import { LABEL_TEXTS, OPERATIONS } from "./texts.ts";

/** The width of the label follows its bars: 115 mm and margins for a key with letters. */
const WIDTH = 100;
const WIDTH_WITH_LETTERS = 123;
const MARGIN = 3;
const BARS_HEIGHT = 15;
const ROW_HEIGHT = 8.4;
const NAME_HEIGHT = 11.5;

type LabelRow = { height: number; fields: readonly Field[] };

/** Draws a DANFE simplificado: a parcel label, on one page of its own size.   @source NT 2020.004 v1.10 */
export function drawLabel({ form, situacao }: Danfe): Drawing {
  const width = /[A-Z]/.test(form.chave ?? "") ? WIDTH_WITH_LETTERS : WIDTH;
  const autorizacao = autorizacaoOf(form, situacao);
  const { title, text } = autorizacao;
  const rows = fieldRowsOf(form, field(title, text, { font: "bold", align: "center" }));
  const head = 8 + BARS_HEIGHT + 2;
  const height = 2 * MARGIN + head + rows.reduce((sum, row) => sum + row.height, 0);
  const pageSet = new PageSet();
  const page = pageSet.add({ width, height });
  drawPageHeader(page, form);
  let y = MARGIN + head;
  for (const row of rows) {
    drawRow(page, { x: MARGIN, y, width: width - 2 * MARGIN, height: row.height }, row.fields);
    y += row.height;
  }
  const watermark = narrowWatermark(autorizacao);
  if (watermark !== null) drawWatermark(page, watermark);
  return pageSet.finish(pdfInfoOf(form));
}

function drawPageHeader(page: Page, { chave }: PrintedNfe): void {
  const area = { x: MARGIN, y: MARGIN, width: page.width - 2 * MARGIN, height: 8 };
  drawBox(page, area, {
    text: LABEL_TEXTS,
    fontSize: 13,
    font: "bold",
    align: "center",
    vertical: "middle",
  });
  if (chave) drawBarcode(page, { ...area, y: area.y + 9, height: BARS_HEIGHT }, chave);
}

function fieldRowsOf(form: PrintedNfe, protocolo: Field): LabelRow[] {
  const { chave, emitente, destinatario } = form;
  const contingencia = contingenciaOf(form);
  const tipo = wordOf(form.tipoOperacao, OPERATIONS);
  const endereco = destinatario?.endereco ?? null;
  return [
    row(field("CHAVE DE ACESSO", chave ? writeGroups(chave) : null, { font: "bold", align: "center" })),
    row(protocolo),
    ...(contingencia === ""
      ? []
      : [{ height: NAME_HEIGHT, fields: [field("CONTINGÊNCIA", contingencia, {})] }]),
    name("EMITENTE", emitente.nome),
    row(...documentosOf(emitente)),
    row(
      field("TIPO DE OPERAÇÃO", tipo, { weight: 22 }),
      field("SÉRIE", formatPrintedSeries(form.serie), { weight: 14 }),
      field("NÚMERO", formatPrintedNumber(form.numero), { weight: 26, font: "bold" }),
      field("DATA DE EMISSÃO", formatPrintedInstant(form.emissao), { weight: 38 }),
    ),
    name("DESTINATÁRIO", destinatario?.nome ?? null),
    ...(destinatario ? [row(...documentosOf(destinatario))] : []),
    name(
      "ENDEREÇO DO DESTINATÁRIO",
      endereco &&
        joinWith(" - ", [
          joinWith(", ", [writeLogradouro(endereco), endereco.bairro]),
          joinWith(" ", [formatCep(endereco.cep), endereco.municipio]),
        ]),
    ),
    row(field("VALOR TOTAL DA NF-e", `R$ ${formatMoney(form.totais.nota)}`, { font: "bold" })),
  ];
}

function documentosOf({ documento, ie, endereco }: PrintedNfe["emitente"]): Field[] {
  return [
    field("CNPJ / CPF", documento && formatDocumento(documento), { weight: 46 }),
    field("INSCRIÇÃO ESTADUAL", ie, { weight: 40 }),
    field("UF", endereco.uf, { weight: 14, align: "center" }),
  ];
}

function row(...fields: Field[]): LabelRow {
  return { height: ROW_HEIGHT, fields };
}

/** A name or address, on up to two lines. */
function name(title: string, text: string | null): LabelRow {
  return { height: NAME_HEIGHT, fields: [field(title, text, { vertical: "base", fontSize: 9.5 })] };
}

/** @source NT 2020.004: titles in bold capitals, no text under 6 points */
function field(title: string, text: string | null, extra: Partial<Field>): Field {
  return { title, text, fontSize: 10, minFontSize: 6, titleSize: 6, isBoldTitle: true, ...extra };
}
