import { type ChaveAcesso, splitChaveAcesso } from "./chave-acesso.ts";
import { isCpf } from "./cpf.ts";

/** Who issues in a series: a company, the fisco for others, others on the fisco's site, or a
 * person with a CPF. `reservada`: series of an ended contingency, and those for future use. */
export type SerieIssuer = "empresa" | "fisco" | "site-do-fisco" | "pessoa" | "reservada";

const RANGES: readonly [from: number, to: number, emissor: SerieIssuer][] = [
  [0, 889, "empresa"],
  [890, 899, "fisco"],
  [910, 919, "site-do-fisco"],
  [920, 969, "pessoa"],
];

const SERIE = /^[0-9]{1,3}$/;
const CPF_ZEROS = "000";

/** Who issues in a series, with or without left zeros; null for an invalid series.
 * @source MOC Visão Geral §5.4 */
export function issuerOfSerie(serie: string): SerieIssuer | null {
  if (!SERIE.test(serie)) return null;
  const value = Number(serie);
  return RANGES.find(([from, to]) => value >= from && value <= to)?.[2] ?? "reservada";
}

/** Says whether a series belongs to the fisco or its site: key and
 * certificate may be those of the fisco, not of the emitente. */
export function isSerieAvulsa(serie: string): boolean {
  const emissor = issuerOfSerie(serie);
  return emissor === "fisco" || emissor === "site-do-fisco";
}

/** The CNPJ in a key, or the CPF in a series for persons; the check digits of a CNPJ are not checked.
 * @returns 14 characters, or 11 digits */
export function documentoOfChave(chave: ChaveAcesso): string {
  const { documento, serie } = splitChaveAcesso(chave);
  const cpf = documento.slice(CPF_ZEROS.length);
  const isPessoa = issuerOfSerie(serie) === "pessoa" && documento.startsWith(CPF_ZEROS) && isCpf(cpf);
  return isPessoa ? cpf : documento;
}
