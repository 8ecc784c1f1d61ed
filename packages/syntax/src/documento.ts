const MASK = /[\s.\-/]/g;

/** Takes the mask off a typed CNPJ or CPF: no spaces, dots, dashes or slashes, letters upper case. */
export function cleanDocumento(text: string): string {
  return text.replace(MASK, "").toUpperCase();
}

/** Says whether every character is the same one, as in 111.111.111-11. */
export function isRepeated(text: string): boolean {
  return text.length > 0 && text === text.charAt(0).repeat(text.length);
}
