import type { PrintedNfe } from "@malote/dfe";
import { formatChave, formatDecimal, formatDocumento, formatInteiro, linesOfInfCpl } from "@malote/syntax";
import { type Autorizacao, sefazMessages } from "../danfe/autorizacao.ts";
import { isPresent } from "../danfe/formats.ts";
import { MEIOS_PAGAMENTO, writeOmitidos } from "../danfe/texts.ts";
import { drawQr, SEM_QR } from "../page/codes.ts";
import { drawLogo } from "../page/marks.ts";
import {
  formatDinheiro,
  formatPrintedInstant,
  formatPrintedNumber,
  formatPrintedSeries,
} from "../page/print-formats.ts";
import {
  AVISO_CANCELAMENTO_INFORMADO,
  AVISO_NAO_CONFERIDA,
  MARCA_CANCELAMENTO_INFORMADO,
} from "../page/status-texts.ts";
import { breakText, drawLines, linesHeight } from "../page/text.ts";
import { readImage } from "../pdf/image.ts";
import { type Align, widthOf } from "../pdf/page.ts";
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
const LADO_QR = 34;
/** The blank that a scanner needs around it, in millimetres. */
const QR_QUIET_ZONE = 3;

/** Division I: the issuer. */
export function emitenteBlocks({ emitente }: PrintedNfe, logo: PrintRequest["logo"]): Block[] {
  const { endereco } = emitente;
  const rua = joinOf([endereco.logradouro, endereco.numero, endereco.complemento, endereco.bairro], ", ");
  const cidade = joinOf([endereco.municipio, endereco.uf], " - ");
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
    ...textBlocks(rua),
    ...textBlocks(cidade),
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
    ...(itensOmitidos > 0 ? textBlocks(writeOmitidos(itens.length, itensOmitidos), { font: "bold" }) : []),
  ];
}

function itemBlocks(item: PrintedNfe["itens"][number]): Block[] {
  const { quantidade, unidade, valorUnitario } = item.comercial;
  const descricao = joinOf([item.codigo, item.descricao], "  ");
  const valores = [
    formatDecimal(quantidade ?? ""),
    unidade ?? "",
    formatDecimal(valorUnitario ?? "", 2),
    formatDinheiro(item.valorTotal),
  ];
  const desconto = isPresent(item.desconto)
    ? pairBlock("   Desconto", `-${formatDinheiro(item.desconto)}`, { fontSize: ITEM_FONT_SIZE })
    : [];
  return [
    ...textBlocks(descricao, { fontSize: ITEM_FONT_SIZE, align: "left" }),
    ...amountBlocks(valores, "normal"),
    ...desconto,
    ...textBlocks(item.informacoes, { fontSize: ITEM_FONT_SIZE, align: "left" }),
  ];
}

/** The columns of an item's numbers, in millimetres from the margin: quantity, unit, price, amount. */
const QUANTIAS: readonly { x: number; width: number; align: Align }[] = [
  { x: 0, width: 20, align: "right" },
  { x: 21, width: 11, align: "left" },
  { x: 33, width: 18.5, align: "right" },
  { x: 52, width: 20, align: "right" },
];

/** The numbers of an item in their columns; if one is too wide, the price is on a line below, with all
 * digits. */
function amountBlocks(valores: readonly string[], font: "normal" | "bold"): Block[] {
  const isWide = QUANTIAS.some(({ width }, at) => widthOf(valores[at] ?? "", font, ITEM_FONT_SIZE) > width);
  if (isWide) {
    const [quantidade = "", unidade = "", unitario = "", total = ""] = valores;
    const textLayout = { font, fontSize: ITEM_FONT_SIZE };
    return [
      ...textBlocks(joinOf([quantidade, unidade], " "), { ...textLayout, align: "left" }),
      ...pairBlock(`x ${unitario}`, total, textLayout),
    ];
  }
  const height = linesHeight(1, { fontSize: ITEM_FONT_SIZE }) + 0.6;
  const draw: Block["draw"] = (page, y) => {
    QUANTIAS.forEach(({ x, width, align }, at) => {
      const area = { x: ROLL_MARGIN + x, y, width, height };
      const linhas = breakText(valores[at] ?? "", width, { font, fontSize: ITEM_FONT_SIZE });
      drawLines(page, area, { lines: linhas, font, fontSize: ITEM_FONT_SIZE, align });
    });
  };
  return [{ height, draw }];
}

/** Division III: the totals and the payments. */
export function totalsBlocks({ itens, itensOmitidos, totais, cobranca }: PrintedNfe): Block[] {
  const { ibsCbs } = totais;
  const others: [string, string | null | undefined][] = [
    [T.TOTAIS.servicos, totais.issqn?.servicos],
    [T.TOTAIS.desconto, totais.desconto],
    [T.TOTAIS.frete, totais.frete],
    [T.TOTAIS.seguro, totais.seguro],
    [T.TOTAIS.outras, totais.outras],
    [T.TOTAIS.desonerado, totais.desonerado],
    [T.TOTAIS.icmsSt, totais.st],
    [T.TOTAIS.fcpSt, totais.fcpSt],
    [T.TOTAIS.monofasicoRetencao, totais.monofasicoRetencao],
    [T.TOTAIS.ii, totais.ii],
    [T.TOTAIS.ipi, totais.ipi],
    [T.TOTAIS.ipiDevolvido, totais.ipiDevolvido],
  ];
  const reforma: [string, string | null | undefined][] = [
    [T.TOTAIS.ibs, ibsCbs?.ibs],
    [T.TOTAIS.cbs, ibsCbs?.cbs],
    [T.TOTAIS.is, totais.is],
    [T.TOTAIS.comTributos, totais.notaComTributos],
  ];
  return [
    ...pairBlock(T.TOTAIS.itens, formatInteiro(itens.length + itensOmitidos)),
    ...pairBlock(T.TOTAIS.produtos, formatDinheiro(totais.produtos)),
    ...linesOf(others),
    ...pairBlock(T.TOTAIS.pagar, formatDinheiro(totais.nota), { font: "bold", fontSize: 10 }),
    ...linesOf(reforma),
    ...pairBlock(T.TOTAIS.forma, T.TOTAIS.pago, { font: "bold" }),
    ...cobranca.pagamentos.flatMap(paymentBlocks),
    ...linesOf([[T.TOTAIS.troco, cobranca.troco]]),
  ];
}

function paymentBlocks({ meio, descricao, valor }: PrintedNfe["cobranca"]["pagamentos"][number]): Block[] {
  const name = (meio === "99" && descricao) || wordOf(meio, MEIOS_PAGAMENTO) || descricao || "";
  return pairBlock(name, formatDinheiro(valor));
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
  const rua = joinOf([endereco.logradouro, endereco.numero, endereco.complemento, endereco.bairro], ", ");
  return [
    ...textBlocks(
      `CONSUMIDOR ${documento ? `- ${rotuloOf(documento)} ${formatDocumento(documento)}` : ""}`.trim(),
      {
        font: "bold",
      },
    ),
    ...textBlocks(name),
    ...textBlocks(joinOf([rua, joinOf([endereco.municipio, endereco.uf], " - ")], ", ")),
  ];
}

export function identificationBlocks(form: PrintedNfe, { state, title, text }: Autorizacao): Block[] {
  const { numero, serie, emissao, protocolo } = form;
  const nota = `NFC-e nº ${formatPrintedNumber(numero)}   Série ${formatPrintedSeries(serie)}   ${formatPrintedInstant(emissao)}`;
  const blocks = textBlocks(nota, { font: "bold" });
  if (state === "pendente") return [...blocks, ...textBlocks(T.PENDENTE)];
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
  return sefazMessages(form).flatMap((mensagem) => textBlocks(mensagem));
}

/** The QR code of the XML, in any version; if its address is not SEFAZ's, the reason for leaving it out. */
export function qrBlocks({ suplemento, semQrCode }: PrintedNfe): Block[] {
  const text = suplemento?.qrCode;
  if (!text) return semQrCode ? textBlocks(SEM_QR, { fontSize: 7 }) : [];
  const x = (ROLL_WIDTH - LADO_QR) / 2;
  return [
    ...textBlocks(T.CONSULTE_QR),
    {
      height: LADO_QR + 2 * QR_QUIET_ZONE,
      draw: (page, y) => drawQr(page, { x, y: y + QR_QUIET_ZONE, side: LADO_QR }, text),
    },
  ];
}

/** Division IX: the issuer's message to the customer. */
export function messageBlocks({ totais, adicionais }: PrintedNfe): Block[] {
  const { tributosAproximados } = totais;
  const texts = [
    isPresent(tributosAproximados) ? `${T.TRIBUTOS}${formatDinheiro(tributosAproximados)}` : null,
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
  if (situacao === "nao-conferida") notices.push(AVISO_NAO_CONFERIDA);
  if (notice !== null) notices.push(notice);
  if (stamps.includes("CANCELADA")) notices.push(T.CANCELADA);
  if (stamps.includes(MARCA_CANCELAMENTO_INFORMADO)) notices.push(AVISO_CANCELAMENTO_INFORMADO);
  if (stamps.includes("DENEGADA")) notices.push(T.DENEGADA);
  if (form.homologacao) notices.push(T.HOMOLOGACAO);
  if (isOffline(form)) notices.push(T.CONTINGENCIA);
  return notices.flatMap((aviso) => textBlocks(aviso, { font: "bold", fontSize: 9 }));
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
  return lines.flatMap(([name, valor]) => (isPresent(valor) ? pairBlock(name, formatDinheiro(valor)) : []));
}

function rotuloOf(documento: string): string {
  if (documento.length === 11) return "CPF";
  return documento.length === 14 ? "CNPJ" : "Id. estrangeiro";
}

function labelled(label: string, value: string | null | undefined): string | null {
  return value ? `${label} ${value}` : null;
}

function joinOf(parts: readonly (string | null | undefined)[], between: string): string {
  return parts.filter(Boolean).join(between);
}
