import { formatChave, formatDecimal, formatDocumento } from "@malote/syntax";

/** A CNPJ or CPF with its mask; "" where there is none. */
export function writeDocumento(documento: string | null): string {
  return documento === null ? "" : formatDocumento(documento);
}

/** An access key in groups of four; "" where there is none. */
export function writeChave(chave: string | null): string {
  return chave === null ? "" : formatChave(chave);
}

/** A quantity with at least so many places, none of its digits lost; "" where there is none. */
export function writeDecimal(decimal: string | null, casas = 0): string {
  return decimal === null ? "" : formatDecimal(decimal, casas);
}

type Words = Readonly<Record<string, string>>;

/** What a code means; null where nobody knows. Words that every object has, such as "constructor", mean nothing. */
export function meaningOf(codigo: string | null, words: Words): string | null {
  return codigo !== null && Object.hasOwn(words, codigo) ? (words[codigo] ?? null) : null;
}

/** What a code means; itself where nobody knows. */
export function wordOf(codigo: string | null, words: Words): string | null {
  return meaningOf(codigo, words) ?? codigo;
}

/** A code with its words: "2 - Contingência"; alone where nobody knows it. */
export function writeCodigo(codigo: string | null, words: Words): string {
  return joinParts([codigo, meaningOf(codigo, words)]);
}

/** What is there, with something between. */
export function joinParts(parts: readonly (string | null | undefined)[], between = " - "): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== "").join(between);
}

/** Capitals for a title, but for the small "e" of NF-e, CT-e and their like. */
export function writeTitulo(titulo: string): string {
  return titulo.toUpperCase().replace(/\b(NF|NFC|CT|MDF|DF|CC)-E\b/g, "$1-e");
}
