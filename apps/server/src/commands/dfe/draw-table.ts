import { VEREDITO_LABELS } from "@malote/contract";
import type { Reading } from "@malote/dfe";
import {
  abbreviationOfModelo,
  formatAmount,
  formatDate,
  formatDocumento,
  formatTipoNota,
} from "@malote/syntax";
import { describeAchados } from "./describe-achados.ts";
import type { ResultLine } from "./to-result-line.ts";

/**
 * Output format of the table. width: width in characters. hasColors: use colours.
 * isWhole: the last column may exceed the width, because a program reads the output.
 */
export type TableFormat = { width: number; hasColors: boolean; isWhole: boolean };

type Column = {
  title: string;
  width: number;
  /** On a narrow terminal the highest value is dropped first; 0 is never dropped. */
  dropOrder: number;
  /**
   * Never truncated, because a truncated value would be another value; the file name gets less space instead.
   */
  isWhole?: true;
  alignsRight?: true;
  text: (result: ResultLine) => string;
};

const GAP = "  ";
const FILE_MIN = 18;
const NOTHING = "—";

const COLUMNS: readonly Column[] = [
  { title: "VEREDITO", width: 19, dropOrder: 0, text: verdictOf },
  { title: "TIPO", width: 8, dropOrder: 1, text: typeOf },
  { title: "NÚM./SÉRIE", width: 11, dropOrder: 2, isWhole: true, text: numberOf },
  { title: "EMISSÃO", width: 10, dropOrder: 4, text: dayOf },
  { title: "VALOR (R$)", width: 12, dropOrder: 3, isWhole: true, alignsRight: true, text: amountOf },
  { title: "EMITENTE OU ASSUNTO", width: 20, dropOrder: 5, text: subjectOf },
];

const GREEN = 32;
const YELLOW = 33;
const RED = 31;
const DIM = 2;
const VERDICT_COLORS: Readonly<Record<string, number>> = {
  autentica: GREEN,
  integra: GREEN,
  "sem-protocolo": YELLOW,
  "nao-autorizada": YELLOW,
  "assinatura-invalida": RED,
  suspeita: RED,
  ilegivel: RED,
};

/** Draws the header line. */
export function drawHeader(format: TableFormat): string {
  const cells = columnsOf(format).map((column) => fit(column.title, column));
  return paint([...cells, "ARQUIVO"].join(GAP), DIM, format);
}

/** Draws one row, and below it the findings that need attention. */
export function drawRow(result: ResultLine, format: TableFormat): string {
  const columns = columnsOf(format);
  const cells = columns.map((column) => fit(clean(column.text(result)), column));
  const room = Math.max(FILE_MIN / 2, format.width - cells.join(GAP).length - GAP.length);
  const [veredito = "", ...rest] = cells;
  const arquivo = clean(result.arquivo);
  const painted = paint(veredito, VERDICT_COLORS[result.veredito ?? ""] ?? DIM, format);
  const row = [painted, ...rest, format.isWhole ? arquivo : shorten(arquivo, room)].join(GAP);
  const notes = wrap(clean(describeAchados(result)), format.width - 2 * GAP.length);
  return [row, ...notes.map((note) => paint(`${GAP}${GAP}${note}`, DIM, format))].join("\n");
}

function columnsOf({ width: columns }: TableFormat): readonly Column[] {
  let kept = COLUMNS;
  for (let least = COLUMNS.length; least > 0 && widthOf(kept) > columns; least -= 1) {
    kept = kept.filter(({ dropOrder }) => dropOrder < least);
  }
  return kept;
}

function widthOf(columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + width + GAP.length, FILE_MIN);
}

function fit(text: string, { width, isWhole, alignsRight }: Column): string {
  const fitting = isWhole ? text : cut(text, width);
  return alignsRight ? fitting.padStart(width) : fitting.padEnd(width);
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1).trimEnd()}…`;
}

/** Shortens a path to `room` characters: drops its folders first, then the middle of its name. */
function shorten(arquivo: string, room: number): string {
  if (arquivo.length <= room) return arquivo;
  const name = arquivo.slice(arquivo.search(/[^/\\]*$/));
  if (name.length + 2 <= room) return `…/${name}`;
  const half = Math.floor((room - 1) / 2);
  return `${name.slice(0, room - 1 - half)}…${name.slice(-half)}`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").filter((each) => each !== "")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}

/**
 * Removes control and bidi characters: file names and notas
 * come from strangers and must not affect the terminal.
 */
function clean(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
}

function paint(text: string, color: number, { hasColors }: TableFormat): string {
  return hasColors ? `\u001b[${color}m${text}\u001b[0m` : text;
}

function verdictOf({ veredito, leitura: reading }: ResultLine): string {
  if (veredito !== null) return VEREDITO_LABELS[veredito];
  return reading === "recusa" ? "Não lido" : NOTHING;
}

function typeOf({ leitura: reading, tipoNota, tipo, modelo }: ResultLine): string {
  const sigla = modelo === null ? null : abbreviationOfModelo(modelo);
  return TYPES[reading] ?? (tipoNota === null ? (sigla ?? tipo ?? NOTHING) : formatTipoNota(tipoNota));
}

const TYPES: Readonly<Partial<Record<ResultLine["leitura"], string>>> = {
  evento: "Evento",
  resumo: "Resumo",
  lote: "Lote",
  mensagem: "Mensagem",
  pacote: "ZIP",
  "nao-dfe": NOTHING,
};

function numberOf({ numeroNota, serieNota }: ResultLine): string {
  return numeroNota === null ? "" : `${numeroNota}/${serieNota ?? ""}`;
}

function dayOf({ dataEmissao, dataEvento }: ResultLine): string {
  const instant = dataEmissao ?? dataEvento;
  return instant === null ? "" : formatDate(instant.slice(0, "yyyy-MM-dd".length));
}

function amountOf({ valorTotal }: ResultLine): string {
  return valorTotal === null ? "" : formatAmount(valorTotal);
}

function subjectOf(result: ResultLine): string {
  const { emitente, tpEvento, descEvento, leitura: reading, motivo } = result;
  if (emitente) return emitente.nome ?? formatDocumento(emitente.cnpjCpf ?? "");
  if (tpEvento !== null) return descEvento ?? `Evento ${tpEvento}`;
  if (reading === "nao-dfe") return NOT_DFE_REASONS[motivo ?? ""] ?? "";
  return SUBJECTS[reading] ?? "";
}

const SUBJECTS: Readonly<Partial<Record<ResultLine["leitura"], string>>> = {
  pacote: "arquivo compactado",
  lote: "vários documentos",
  mensagem: "serviço da SEFAZ",
  "outro-dfe": "guardado, não lido",
};

const NOT_DFE_REASONS: Readonly<Record<string, string>> = {
  vazio: "vazio",
  "nao-xml": "não é XML",
  html: "página HTML",
  "xml-alheio": "XML que não é DF-e",
} satisfies Record<Extract<Reading, { kind: "nao-dfe" }>["motivo"], string>;
