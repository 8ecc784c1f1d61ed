import type { PrintedNfe } from "@malote/dfe";
import { formatChave, formatDecimal, formatDocumento, formatInteger, linesOfInfCpl } from "@malote/syntax";
import { type Autorizacao, sefazMessages } from "../danfe/authorization.ts";
import { isPresent } from "../danfe/formats.ts";
import { PAYMENT_MEANS, writeOmitted } from "../danfe/texts.ts";
import { drawQr, SEM_QR } from "../page/codes.ts";
import { drawLogo } from "../page/marks.ts";
import { type Align, widthOf } from "../page/page.ts";
import {
  formatMoney,
  formatPrintedInstant,
  formatPrintedNumber,
  formatPrintedSeries,
} from "../page/print-formats.ts";
import {
  REPORTED_CANCELLATION_NOTICE,
  REPORTED_CANCELLATION_WATERMARK,
  UNVERIFIED_NOTICE,
} from "../page/status-texts.ts";
import { breakText, drawLines, linesHeight } from "../page/text.ts";
import { readImage } from "../pdf/image.ts";
import type { PrintRequest } from "../print-request.ts";
import { wordOf } from "../sections/write-values.ts";
import {
  type Block,
  PRINTABLE_WIDTH,
  pairBlock,
  ROLL_MARGIN,
  ROLL_WIDTH,
  ruleBlock,
  spaceBlock,
  textBlocks,
} from "./roll.ts";
import * as T from "./texts.ts";

const ITEM_FONT_SIZE = 7;
const LOGO_HEIGHT = 16;
const QR_SIDE = 34;
/** The blank that a scanner needs around it, in millimetres. */
const QR_QUIET_ZONE = 3;

/** Division I: the issuer. */
export function emitenteBlocks({ emitente }: PrintedNfe, logo: PrintRequest["logo"]): Block[] {
  const { endereco } = emitente;
  const street = joinOf([endereco.logradouro, endereco.numero, endereco.complemento, endereco.bairro], ", ");
  const city = joinOf([endereco.municipio, endereco.uf], " - ");
  const registros = joinOf(
    [
      labelled("CNPJ", emitente.documento && formatDocumento(emitente.documento)),
      labelled("IE", emitente.ie),
    ],
    "   ",
  );
  return [
    ...logoBlock(logo),
    ...textBlocks(emitente.nome, { font: "bold", fontSize: 10 }),
    ...textBlocks(registros),
    ...textBlocks(labelled("IM", emitente.im)),
    ...textBlocks(street),
    ...textBlocks(city),
    spaceBlock(1),
  ];
}

/** Division II: the items. */
export function itemsBlocks({ itens, itensOmitidos }: PrintedNfe): Block[] {
  const head = [T.COLUMNS.codigo, T.COLUMNS.descricao].join("   ");
  return [
    ...textBlocks(head, { font: "bold", fontSize: ITEM_FONT_SIZE, align: "left" }),
    ...amountBlocks([T.COLUMNS.quantidade, T.COLUMNS.unidade, T.COLUMNS.unitario, T.COLUMNS.total], "bold"),
    ...itens.flatMap(itemBlocks),
    ...(itensOmitidos > 0 ? textBlocks(writeOmitted(itens.length, itensOmitidos), { font: "bold" }) : []),
  ];
}

function itemBlocks(item: PrintedNfe["itens"][number]): Block[] {
  const { quantidade, unidade, valorUnitario } = item.comercial;
  const descricao = joinOf([item.codigo, item.descricao], "  ");
  const amounts = [
    formatDecimal(quantidade ?? ""),
    unidade ?? "",
    formatDecimal(valorUnitario ?? "", 2),
    formatMoney(item.valorTotal),
  ];
  const desconto = isPresent(item.desconto)
    ? pairBlock("   Desconto", `-${formatMoney(item.desconto)}`, { fontSize: ITEM_FONT_SIZE })
    : [];
  return [
    ...textBlocks(descricao, { fontSize: ITEM_FONT_SIZE, align: "left" }),
    ...amountBlocks(amounts, "normal"),
    ...desconto,
    ...textBlocks(item.informacoes, { fontSize: ITEM_FONT_SIZE, align: "left" }),
  ];
}

/** The columns of an item's numbers, in millimetres from the margin: quantity, unit, price, amount. */
const AMOUNTS: readonly { x: number; width: number; align: Align }[] = [
  { x: 0, width: 20, align: "right" },
  { x: 21, width: 11, align: "left" },
  { x: 33, width: 18.5, align: "right" },
  { x: 52, width: 20, align: "right" },
];

/** The numbers of an item in their columns; if one is too wide, the price is on a line below, with all
 * digits. */
function amountBlocks(amounts: readonly string[], font: "normal" | "bold"): Block[] {
  const isWide = AMOUNTS.some(({ width }, at) => widthOf(amounts[at] ?? "", font, ITEM_FONT_SIZE) > width);
  if (isWide) {
    const [quantidade = "", unidade = "", unitPrice = "", total = ""] = amounts;
    const textLayout = { font, fontSize: ITEM_FONT_SIZE };
    return [
      ...textBlocks(joinOf([quantidade, unidade], " "), { ...textLayout, align: "left" }),
      ...pairBlock(`x ${unitPrice}`, total, textLayout),
    ];
  }
  const height = linesHeight(1, { fontSize: ITEM_FONT_SIZE }) + 0.6;
  const draw: Block["draw"] = (page, y) => {
    AMOUNTS.forEach(({ x, width, align }, at) => {
      const area = { x: ROLL_MARGIN + x, y, width, height };
      const lines = breakText(amounts[at] ?? "", width, { font, fontSize: ITEM_FONT_SIZE });
      drawLines(page, area, { lines: lines, font, fontSize: ITEM_FONT_SIZE, align });
    });
  };
  return [{ height, draw }];
}

/** Division III: the totals and the payments. */
export function totalsBlocks({ itens, itensOmitidos, totais, cobranca }: PrintedNfe): Block[] {
  const { ibsCbs } = totais;
  const others: [string, string | null | undefined][] = [
    [T.TOTALS.servicos, totais.issqn?.servicos],
    [T.TOTALS.desconto, totais.desconto],
    [T.TOTALS.frete, totais.frete],
    [T.TOTALS.seguro, totais.seguro],
    [T.TOTALS.outras, totais.outras],
    [T.TOTALS.desonerado, totais.desonerado],
    [T.TOTALS.icmsSt, totais.st],
    [T.TOTALS.fcpSt, totais.fcpSt],
    [T.TOTALS.monofasicoRetencao, totais.monofasicoRetencao],
    [T.TOTALS.ii, totais.ii],
    [T.TOTALS.ipi, totais.ipi],
    [T.TOTALS.ipiDevolvido, totais.ipiDevolvido],
  ];
  const reform: [string, string | null | undefined][] = [
    [T.TOTALS.ibs, ibsCbs?.ibs],
    [T.TOTALS.cbs, ibsCbs?.cbs],
    [T.TOTALS.is, totais.is],
    [T.TOTALS.comTributos, totais.notaComTributos],
  ];
  return [
    ...pairBlock(T.TOTALS.itens, formatInteger(itens.length + itensOmitidos)),
    ...pairBlock(T.TOTALS.produtos, formatMoney(totais.produtos)),
    ...linesOf(others),
    ...pairBlock(T.TOTALS.pagar, formatMoney(totais.nota), { font: "bold", fontSize: 10 }),
    ...linesOf(reform),
    ...pairBlock(T.TOTALS.forma, T.TOTALS.pago, { font: "bold" }),
    ...cobranca.pagamentos.flatMap(paymentBlocks),
    ...linesOf([[T.TOTALS.troco, cobranca.troco]]),
  ];
}

function paymentBlocks({ meio, descricao, valor }: PrintedNfe["cobranca"]["pagamentos"][number]): Block[] {
  const name = (meio === "99" && descricao) || wordOf(meio, PAYMENT_MEANS) || descricao || "";
  return pairBlock(name, formatMoney(valor));
}

/** Divisions IV to VII: consulta, customer, identification and authorization. */
export function consultaBlocks(form: PrintedNfe): Block[] {
  const { chave, suplemento } = form;
  return [
    ...textBlocks(T.CONSULTE, { font: "bold" }),
    ...textBlocks(suplemento?.urlChave),
    ...textBlocks(chave && formatChave(chave), { fontSize: 7.5 }),
  ];
}

export function customerBlocks({ destinatario }: PrintedNfe): Block[] {
  if (!destinatario?.documento && !destinatario?.nome) return textBlocks(T.SEM_CONSUMIDOR, { font: "bold" });
  const { documento, nome: name, endereco } = destinatario;
  const street = joinOf([endereco.logradouro, endereco.numero, endereco.complemento, endereco.bairro], ", ");
  return [
    ...textBlocks(
      `CONSUMIDOR ${documento ? `- ${labelOf(documento)} ${formatDocumento(documento)}` : ""}`.trim(),
      {
        font: "bold",
      },
    ),
    ...textBlocks(name),
    ...textBlocks(joinOf([street, joinOf([endereco.municipio, endereco.uf], " - ")], ", ")),
  ];
}

export function identificationBlocks(form: PrintedNfe, { state, title, text }: Autorizacao): Block[] {
  const { numero, serie, emissao, protocolo } = form;
  const nota = `NFC-e nº ${formatPrintedNumber(numero)}   Série ${formatPrintedSeries(serie)}   ${formatPrintedInstant(emissao)}`;
  const blocks = textBlocks(nota, { font: "bold" });
  if (state === "pendente") return [...blocks, ...textBlocks(T.PENDING)];
  if (state !== "autorizada") {
    return [...blocks, ...textBlocks(title, { fontSize: 7 }), ...textBlocks(text, { font: "bold" })];
  }
  return [
    ...blocks,
    ...textBlocks(`Protocolo de Autorização: ${protocolo?.numero ?? ""}`),
    ...textBlocks(`Data de Autorização: ${formatPrintedInstant(protocolo?.recebimento)}`),
  ];
}

/** Division VIII: each alert or message of SEFAZ, unless the document is nao-conferida.
 * @source NT 2026.002, PR13 */
export function alertBlocks(form: PrintedNfe, { state }: Autorizacao): Block[] {
  if (state === "nao-conferida") return [];
  return sefazMessages(form).flatMap((message) => textBlocks(message));
}

/** The QR code of the XML, in any version; if its address is not SEFAZ's, the reason for leaving it out. */
export function qrBlocks({ suplemento, semQrCode }: PrintedNfe): Block[] {
  const text = suplemento?.qrCode;
  if (!text) return semQrCode ? textBlocks(SEM_QR, { fontSize: 7 }) : [];
  const x = (ROLL_WIDTH - QR_SIDE) / 2;
  return [
    ...textBlocks(T.CONSULTE_QR),
    {
      height: QR_SIDE + 2 * QR_QUIET_ZONE,
      draw: (page, y) => drawQr(page, { x, y: y + QR_QUIET_ZONE, side: QR_SIDE }, text),
    },
  ];
}

/** Division IX: the issuer's message to the customer. */
export function messageBlocks({ totais, adicionais }: PrintedNfe): Block[] {
  const { tributosAproximados } = totais;
  const texts = [
    isPresent(tributosAproximados) ? `${T.TRIBUTOS}${formatMoney(tributosAproximados)}` : null,
    adicionais.fisco,
    linesOfInfCpl(adicionais.complementares ?? "").join("\n"),
    ...[...adicionais.contribuinte, ...adicionais.observacoesFisco].map(({ campo: field, texto: text }) =>
      joinOf([field, text], ": "),
    ),
  ];
  const blocks = texts.flatMap((text) => textBlocks(text, { fontSize: 7 }));
  return blocks.length === 0 ? [] : [ruleBlock(), ...blocks];
}

/** The most important notices, printed above the items and again below the consulta. */
export function noticeBlocks(
  form: PrintedNfe,
  situacao: PrintRequest["situacao"],
  { stamps, notice }: Autorizacao,
): Block[] {
  const notices: string[] = [];
  if (situacao === "nao-conferida") notices.push(UNVERIFIED_NOTICE);
  if (notice !== null) notices.push(notice);
  if (stamps.includes("CANCELADA")) notices.push(T.CANCELLED);
  if (stamps.includes(REPORTED_CANCELLATION_WATERMARK)) notices.push(REPORTED_CANCELLATION_NOTICE);
  if (stamps.includes("DENEGADA")) notices.push(T.DENIED);
  if (form.homologacao) notices.push(T.HOMOLOGACAO);
  if (isOffline(form)) notices.push(T.CONTINGENCIA);
  return notices.flatMap((notice) => textBlocks(notice, { font: "bold", fontSize: 9 }));
}

function isOffline({ tipoEmissao }: PrintedNfe): boolean {
  return tipoEmissao === "9" || tipoEmissao === "4";
}

function logoBlock(logo: PrintRequest["logo"]): Block[] {
  if (!logo || !readImage(logo.bytes)) return [];
  const draw: Block["draw"] = (page, y) => {
    drawLogo(page, { x: ROLL_MARGIN, y, width: PRINTABLE_WIDTH, height: LOGO_HEIGHT }, logo);
  };
  return [{ height: LOGO_HEIGHT + 2, draw }];
}

/** The amounts that are present and not zero. */
function linesOf(lines: readonly [string, string | null | undefined][]): Block[] {
  return lines.flatMap(([name, valor]) => (isPresent(valor) ? pairBlock(name, formatMoney(valor)) : []));
}

function labelOf(documento: string): string {
  if (documento.length === 11) return "CPF";
  return documento.length === 14 ? "CNPJ" : "Id. estrangeiro";
}

function labelled(label: string, value: string | null | undefined): string | null {
  return value ? `${label} ${value}` : null;
}

function joinOf(parts: readonly (string | null | undefined)[], between: string): string {
  return parts.filter(Boolean).join(between);
}
