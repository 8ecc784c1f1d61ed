const MASK = /[\s.\-/]/g;

/** Cleans a typed CNPJ or CPF: removes spaces, dots, dashes and slashes, and converts to upper case. */
export function cleanDocumento(text: string): string {
  return text.replace(MASK, "").toUpperCase();
}

/** Says whether all characters are equal, as in 111.111.111-11. */
export function isRepeated(text: string): boolean {
  return text.length > 0 && text === text.charAt(0).repeat(text.length);
}
