import type { PrintedNfe } from "@malote/dfe";
import { drawBox } from "../../page/box.ts";
import { drawBarcode } from "../../page/codes.ts";
import { drawLogo } from "../../page/marks.ts";
import type { Area, Page } from "../../page/page.ts";
import {
  formatCep,
  formatPhone,
  formatPrintedNumber,
  formatPrintedSeries,
} from "../../page/print-formats.ts";
import type { Logo } from "../../print-request.ts";
import { contingencyDigits } from "../contingency-digits.ts";
import { joinWith, writeGroups, writeLabelled, writeLogradouro } from "../formats.ts";
import { CONSULTA } from "../texts.ts";

export const HEADER_HEIGHT = 34;
const DANFE_WIDTH = 33;
/** The bars of a key with letters need 115 mm (NT Conjunta DF-e 2025.001). */
const CONTROL_WIDTH = 92;
const CONTROL_WIDTH_WITH_LETTERS = 117;
const LOGO_MAX = 26;

/** Draws the head of every page: issuer, type of document and access key.
 * @returns the area of "FOLHA 1/2", which is written once the number of pages is known */
export function drawHeader(
  page: Page,
  area: Area,
  { form, logo }: { form: PrintedNfe; logo: Logo | null },
): Area {
  const controle = /[A-Z]/.test(form.chave ?? "") ? CONTROL_WIDTH_WITH_LETTERS : CONTROL_WIDTH;
  const emitente = area.width - controle - DANFE_WIDTH;
  drawEmitente(page, { ...area, width: emitente }, { form, logo });
  const danfe = { ...area, x: area.x + emitente, width: DANFE_WIDTH };
  drawIdentification(page, danfe, form);
  drawControl(page, { ...area, x: danfe.x + DANFE_WIDTH, width: controle }, form);
  return { ...danfe, y: danfe.y + 29.4, height: 4.4 };
}

function drawEmitente(page: Page, area: Area, { form, logo }: { form: PrintedNfe; logo: Logo | null }): void {
  page.border(area);
  const { emitente } = form;
  const { endereco } = emitente;
  const place = { x: area.x + area.width / 2, y: area.y + 2.4 };
  page.text("IDENTIFICAÇÃO DO EMITENTE", place, { font: "italic", fontSize: 5.5, align: "center" });
  const side = Math.min(LOGO_MAX, area.width * 0.36);
  const hasLogo = drawLogo(page, inset({ ...area, width: side }, 3.2), logo);
  const left = hasLogo ? side : 0;
  const texts = { ...area, x: area.x + left, width: area.width - left };
  const name = { border: null, align: "center", font: "bold", vertical: "middle" } as const;
  drawBox(
    page,
    { ...texts, y: area.y + 3.2, height: 13.6 },
    { ...name, text: emitente.nome, fontSize: hasLogo ? 11 : 13, minFontSize: 6 },
  );
  const lines = [
    writeLogradouro(endereco),
    joinWith(" - ", [endereco.bairro, formatCep(endereco.cep)]),
    joinWith(" - ", [endereco.municipio, endereco.uf]),
    writeLabelled("Fone", formatPhone(endereco.telefone)),
  ].filter((line) => line !== "");
  drawBox(
    page,
    { ...texts, y: area.y + 17, height: area.height - 17.3 },
    { border: null, align: "center", vertical: "top", text: lines.join("\n"), fontSize: 9, minFontSize: 5 },
  );
}

function drawIdentification(page: Page, area: Area, form: PrintedNfe): void {
  page.border(area);
  const middle = area.x + area.width / 2;
  const centre = (text: string, y: number, fontSize: number, font: "normal" | "bold" = "normal"): void => {
    page.text(text, { x: middle, y: area.y + y }, { fontSize, font, align: "center" });
  };
  centre("DANFE", 5, 14, "bold");
  centre("DOCUMENTO AUXILIAR DA", 8, 6);
  centre("NOTA FISCAL ELETRÔNICA", 10.4, 6);
  page.text("0 - ENTRADA", { x: area.x + 3, y: area.y + 15.2 }, { fontSize: 8 });
  page.text("1 - SAÍDA", { x: area.x + 3, y: area.y + 18.6 }, { fontSize: 8 });
  const box = { x: area.x + area.width - 9.5, y: area.y + 12.6, width: 6, height: 6.4 };
  drawBox(page, box, {
    text: form.tipoOperacao,
    fontSize: 12,
    font: "bold",
    align: "center",
    vertical: "middle",
  });
  centre(`Nº ${formatPrintedNumber(form.numero)}`, 24.6, 11, "bold");
  centre(`SÉRIE ${formatPrintedSeries(form.serie)}`, 28.8, 10, "bold");
}

/** Writes "FOLHA 1/2". */
export function drawPageNumber(
  page: Page,
  area: Area,
  { numero, total }: { numero: number; total: number },
): void {
  const place = { x: area.x + area.width / 2, y: area.y + 3.2 };
  page.text(`FOLHA ${numero}/${total}`, place, { fontSize: 10, font: "bold", align: "center" });
}

function drawControl(page: Page, area: Area, form: PrintedNfe): void {
  page.border(area);
  const { chave } = form;
  const data = contingencyDigits(form);
  const bars = { ...area, x: area.x + 1, width: area.width - 2 };
  if (chave) drawBarcode(page, { ...bars, y: area.y + 1, height: 10.4 }, chave);
  const key = { ...area, y: area.y + 12.2, height: 6.6 };
  const code = { align: "center", font: "bold", fontSize: 10, minFontSize: 6 } as const;
  drawBox(page, key, {
    ...code,
    title: "CHAVE DE ACESSO",
    text: chave ? writeGroups(chave) : "ILEGÍVEL",
  });
  const rest = { ...area, y: area.y + 18.8, height: area.height - 18.8 };
  if (data === null) {
    const text = CONSULTA.join("\n");
    drawBox(page, rest, { text, align: "center", vertical: "middle", fontSize: 9.5 });
    return;
  }
  drawBarcode(page, { ...bars, y: rest.y + 0.5, height: 8 }, data);
  drawBox(
    page,
    { ...rest, y: rest.y + 8.8, height: rest.height - 8.8 },
    { ...code, title: "DADOS DA NF-e", text: writeGroups(data) },
  );
}

function inset({ x, y, width, height }: Area, by: number): Area {
  return { x: x + by / 2, y: y + by, width: width - by, height: height - 2 * by };
}
