import type { PapelCte } from "@malote/dfe";
import { formatDecimal, formatDocumento } from "@malote/syntax";
import {
  formatCep,
  formatDiaPapel,
  formatDinheiro,
  formatFone,
  formatInstantePapel,
} from "../folha/formatos-papel.ts";

type Dito = string | null;
export type Parte = NonNullable<PapelCte["emitente"]>;

export const reais: (valor: Dito) => string = formatDinheiro;
export const dia: (texto: Dito) => string = formatDiaPapel;
export const diaHora: (texto: Dito) => string = formatInstantePapel;
export const cep: (texto: Dito) => string = formatCep;
export const fone: (texto: Dito) => string = formatFone;

/** A quantity or rate with at least `casas` decimal places. */
export function decimal(valor: Dito, casas = 2): string {
  return valor === null ? "" : formatDecimal(valor, casas);
}

export function documento(texto: Dito): string {
  return texto === null ? "" : formatDocumento(texto);
}

/** Joins the non-empty texts. */
export function juntos(textos: readonly Dito[], sinal = " - "): string {
  return textos.filter((each) => each !== null && each !== "").join(sinal);
}

/** Street, number, complement and district on one line. */
export function rua({ endereco }: Parte): string {
  return juntos([
    juntos([endereco.logradouro, endereco.numero], ", "),
    endereco.complemento,
    endereco.bairro,
  ]);
}

export function cidade({ municipio, uf }: { municipio: Dito; uf: Dito }): string {
  return juntos([municipio, uf]);
}

/** An access key in groups of four; a text of another form is grouped too. */
export function chave(texto: Dito): string {
  return (texto ?? "").replace(/(.{4})(?=.)/g, "$1 ");
}
