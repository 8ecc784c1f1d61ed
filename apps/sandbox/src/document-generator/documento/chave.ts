import { type ChaveAcesso, checkDigit, UFS, type Uf } from "@malote/syntax";
import type { RandomSource } from "../../random-source.ts";

export type ChaveParts = {
  uf: Uf;
  dataHora: string;
  /** CNPJ, or the CPF of a produtor rural. */
  documento: string;
  modelo: string;
  serie: number;
  numero: number;
  tpEmis: string;
  codigo: string;
};

const DOCUMENTO_LENGTH = 14;
const CODIGO_MAX = 99_999_999;
/** Codes that SEFAZ refuses as not random.   @source NT 2019.001, rule B03-10 */
const REFUSED_CODES = new Set([
  "12345678",
  "23456789",
  "34567890",
  "45678901",
  "56789012",
  "67890123",
  "78901234",
]);

export function codigoOfUf(uf: Uf): string {
  const row = UFS.find((candidate) => candidate.sigla === uf);
  if (!row) throw new RangeError(`unknown UF ${uf}`);
  return row.codigo;
}

/** Builds an access key with its check digit; a CPF is padded with three zeros. */
export function makeChave(partes: ChaveParts): ChaveAcesso {
  const yearMonth = `${partes.dataHora.slice(2, 4)}${partes.dataHora.slice(5, 7)}`;
  const serie = String(partes.serie).padStart(3, "0");
  const numero = String(partes.numero).padStart(9, "0");
  const emitente = `${yearMonth}${partes.documento.padStart(DOCUMENTO_LENGTH, "0")}${partes.modelo}`;
  const body = `${codigoOfUf(partes.uf)}${emitente}${serie}${numero}${partes.tpEmis}${partes.codigo}`;
  return `${body}${checkDigit(body)}`;
}

/** Draws the random 8 digits of a key: not the number of the nota, no sequence and no repetition. */
export function makeCodigo(numero: number, random: RandomSource): string {
  for (;;) {
    const codigo = String(random.integer(1, CODIGO_MAX)).padStart(8, "0");
    const repeated = /^(.)\1{7}$/.test(codigo);
    if (Number(codigo) !== numero && !repeated && !REFUSED_CODES.has(codigo)) return codigo;
  }
}
