import type { PrintedCte } from "@malote/dfe";
import { formatDecimal, formatDocumento } from "@malote/syntax";
import {
  formatCep,
  formatDinheiro,
  formatFone,
  formatPrintedDay,
  formatPrintedInstant,
} from "../page/print-formats.ts";

type Said = string | null;
export type Parte = NonNullable<PrintedCte["emitente"]>;

export const reais: (valor: Said) => string = formatDinheiro;
export const dia: (text: Said) => string = formatPrintedDay;
export const diaHora: (text: Said) => string = formatPrintedInstant;
export const cep: (text: Said) => string = formatCep;
export const fone: (text: Said) => string = formatFone;

/** A quantity or rate with at least `places` decimal places. */
export function decimal(valor: Said, places = 2): string {
  return valor === null ? "" : formatDecimal(valor, places);
}

export function documento(text: Said): string {
  return text === null ? "" : formatDocumento(text);
}

/** Joins the non-empty texts. */
export function joinTexts(textos: readonly Said[], separator = " - "): string {
  return textos.filter((each) => each !== null && each !== "").join(separator);
}

/** Street, number, complement and district on one line. */
export function rua({ endereco }: Parte): string {
  return joinTexts([
    joinTexts([endereco.logradouro, endereco.numero], ", "),
    endereco.complemento,
    endereco.bairro,
  ]);
}

export function cidade({ municipio, uf }: { municipio: Said; uf: Said }): string {
  return joinTexts([municipio, uf]);
}

/** An access key in groups of four; a text of another form is grouped too. */
export function chave(text: Said): string {
  return (text ?? "").replace(/(.{4})(?=.)/g, "$1 ");
}
