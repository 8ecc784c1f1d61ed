/** An input mask: which characters count, and the separators between them. */
export type Mask = {
  /** Removes everything that does not count from a typed or pasted text. */
  strip: (text: string) => string;
  /** Inserts the separators into a whole or partial text. */
  format: (stripped: string) => string;
};

const CNPJ_BASE = 12;
const CNPJ_CHECK_DIGITS = 2;
const CPF_LENGTH = 11;
const CHAVE_LENGTH = 44;
const DATE_LENGTH = 8;

const CNPJ_SEPARATORS: Separators = { 2: ".", 5: ".", 8: "/", 12: "-" };
const CPF_SEPARATORS: Separators = { 3: ".", 6: ".", 9: "-" };
const DATE_SEPARATORS: Separators = { 2: "/", 4: "/" };

/** Separators by the index of the character they precede. */
type Separators = Readonly<Record<number, string>>;

/** A CNPJ: letters anywhere before its two check digits. */
const cnpj: Mask = { strip: stripCnpj, format: (stripped) => addSeparators(stripped, CNPJ_SEPARATORS) };

const cpf: Mask = {
  strip: (text) => text.replace(/\D/g, "").slice(0, CPF_LENGTH),
  format: (stripped) => addSeparators(stripped, CPF_SEPARATORS),
};

/** A CPF until a letter or a twelfth character makes it a CNPJ. */
const documento: Mask = {
  strip: stripCnpj,
  format: (stripped) => (isCnpjLike(stripped) ? cnpj : cpf).format(stripped),
};

/** An access key in groups of four. */
const chave: Mask = {
  strip: (text) => stripChars(text).slice(0, CHAVE_LENGTH),
  format: (stripped) => stripped.replace(/(.{4})(?=.)/g, "$1 "),
};

/** A day, dd/MM/yyyy; a pasted yyyy-MM-dd is converted, and "1/" becomes "01". */
const data: Mask = {
  strip: (text) => {
    const [, year, month, day] = /^\s*(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? [];
    if (year && month && day) return day + month + year;
    return text
      .replace(/(^|\D)(\d)\D$/, "$10$2")
      .replace(/\D/g, "")
      .slice(0, DATE_LENGTH);
  },
  format: (stripped) => addSeparators(stripped, DATE_SEPARATORS),
};

/** The masks by name. */
export const MASKS = { cnpj, cpf, documento, chave, data } as const;

/**
 * Caret position in the masked text that keeps the same number of significant characters before it.
 * @param caret its position in the typed text
 */
export function caretInMask(mask: Mask, typed: string, caret: number): number {
  if (caret >= typed.length) return mask.format(mask.strip(typed)).length;
  const before = mask.strip(typed.slice(0, caret)).length;
  return mask.format(mask.strip(typed).slice(0, before)).length;
}

function stripCnpj(text: string): string {
  const typed = stripChars(text);
  const checkDigits = typed.slice(CNPJ_BASE).replace(/\D/g, "").slice(0, CNPJ_CHECK_DIGITS);
  return typed.slice(0, CNPJ_BASE) + checkDigits;
}

function stripChars(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, "");
}

function isCnpjLike(stripped: string): boolean {
  return stripped.length > CPF_LENGTH || /\D/.test(stripped);
}

function addSeparators(stripped: string, separators: Separators): string {
  return [...stripped].map((character, index) => (separators[index] ?? "") + character).join("");
}
