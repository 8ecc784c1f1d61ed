import type { PapelNfe } from "@malote/dfe";
import { formatDinheiro } from "../folha/formatos-papel.ts";

type Endereco = PapelNfe["emitente"]["endereco"];

/** Money that a fixed box of the paper must show: zero where the document is silent, "ILEGÍVEL" where nobody can read it. */
export function formatDinheiroOuZero(valor: string | null): string {
  return formatDinheiro(valor ?? "0");
}

/** Says whether an amount is there and is not zero; one that cannot be read is. */
export function isPresent(valor: string | null | undefined): valor is string {
  return typeof valor === "string" && !/^-?[0.]*$/.test(valor);
}

/** The most places that any of some decimals needs; zeros at the end need none. */
export function placesOf(decimals: readonly (string | null)[]): number {
  return decimals.reduce((most, decimal) => {
    const fraction = decimal?.split(".")[1]?.replace(/0+$/, "") ?? "";
    return Math.max(most, fraction.length);
  }, 0);
}

/** Street, number and what belongs to them. */
export function writeLogradouro({ logradouro, numero, complemento }: Endereco): string {
  return joinWith(", ", [logradouro, numero, complemento]);
}

/** The parts that say something, with a separator between them. */
export function joinWith(separator: string, parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== "").join(separator);
}

/** "Label: text"; nothing where there is no text. */
export function writeRotulado(rotulo: string, texto: string | null | undefined): string {
  return texto === null || texto === undefined || texto === "" ? "" : `${rotulo}: ${texto}`;
}

/** A key or any characters in groups of four. */
export function writeBlocos(digits: string): string {
  return digits.replace(/(.{4})(?=.)/g, "$1 ");
}
