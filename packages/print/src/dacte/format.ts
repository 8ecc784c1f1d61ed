import type { PrintedCte } from "@malote/dfe";
import { formatDecimal, formatDocumento } from "@malote/syntax";
import {
  formatCep,
  formatMoney,
  formatPhone,
  formatPrintedDay,
  formatPrintedInstant,
} from "../page/print-formats.ts";

type Said = string | null;
export type Party = NonNullable<PrintedCte["emitente"]>;

export const reais: (amount: Said) => string = formatMoney;
export const day: (text: Said) => string = formatPrintedDay;
export const dayAndTime: (text: Said) => string = formatPrintedInstant;
export const cep: (text: Said) => string = formatCep;
export const phone: (text: Said) => string = formatPhone;

/** A quantity or rate with at least `places` decimal places. */
export function decimal(amount: Said, places = 2): string {
  return amount === null ? "" : formatDecimal(amount, places);
}

export function documento(text: Said): string {
  return text === null ? "" : formatDocumento(text);
}

/** Joins the non-empty texts. */
export function joinTexts(texts: readonly Said[], separator = " - "): string {
  return texts.filter((each) => each !== null && each !== "").join(separator);
}

/** Street, number, complement and district on one line. */
export function street({ endereco }: Party): string {
  return joinTexts([
    joinTexts([endereco.logradouro, endereco.numero], ", "),
    endereco.complemento,
    endereco.bairro,
  ]);
}

export function city({ municipio, uf }: { municipio: Said; uf: Said }): string {
  return joinTexts([municipio, uf]);
}

/** An access key in groups of four; a text of another form is grouped too. */
export function chave(text: Said): string {
  return (text ?? "").replace(/(.{4})(?=.)/g, "$1 ");
}
