import type { PrintedNfe } from "@malote/dfe";
import { formatMoney } from "../page/print-formats.ts";

type Address = PrintedNfe["emitente"]["endereco"];

/** The amount of a mandatory box: zero if missing, "ILEGÍVEL" if unreadable. */
export function formatMoneyOrZero(amount: string | null): string {
  return formatMoney(amount ?? "0");
}

/** Says whether an amount is present and not zero; an unreadable one counts as present. */
export function isPresent(amount: string | null | undefined): amount is string {
  return typeof amount === "string" && !/^-?[0.]*$/.test(amount);
}

/** The highest number of decimal places needed, without trailing zeros. */
export function placesOf(decimals: readonly (string | null)[]): number {
  return decimals.reduce((most, decimal) => {
    const fraction = decimal?.split(".")[1]?.replace(/0+$/, "") ?? "";
    return Math.max(most, fraction.length);
  }, 0);
}

/** Street, number and complement. */
export function writeLogradouro({ logradouro, numero, complemento }: Address): string {
  return joinWith(", ", [logradouro, numero, complemento]);
}

/** Joins the non-empty parts with a separator. */
export function joinWith(separator: string, parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== "").join(separator);
}

/** "Label: text"; "" without text. */
export function writeLabelled(label: string, text: string | null | undefined): string {
  return text === null || text === undefined || text === "" ? "" : `${label}: ${text}`;
}

/** A text in groups of four characters. */
export function writeGroups(digits: string): string {
  return digits.replace(/(.{4})(?=.)/g, "$1 ");
}
