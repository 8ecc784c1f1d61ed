/** An input mask: which characters count, and the separators between them. */
export type Mascara = {
  /** Removes everything that does not count from a typed or pasted text. */
  limpa: (text: string) => string;
  /** Inserts the separators into a whole or partial text. */
  veste: (limpo: string) => string;
};

const CNPJ_BASE = 12;
const CNPJ_DIGITOS = 2;
const CPF_TAMANHO = 11;
const CHAVE_TAMANHO = 44;
const DATA_TAMANHO = 8;

const CNPJ_SINAIS: Sinais = { 2: ".", 5: ".", 8: "/", 12: "-" };
const CPF_SINAIS: Sinais = { 3: ".", 6: ".", 9: "-" };
const DATA_SINAIS: Sinais = { 2: "/", 4: "/" };

/** Separators by the index of the character they precede. */
type Sinais = Readonly<Record<number, string>>;

/** A CNPJ: letters anywhere before its two check digits. */
const cnpj: Mascara = { limpa: readCnpj, veste: (limpo) => dress(limpo, CNPJ_SINAIS) };

const cpf: Mascara = {
  limpa: (text) => text.replace(/\D/g, "").slice(0, CPF_TAMANHO),
  veste: (limpo) => dress(limpo, CPF_SINAIS),
};

/** A CPF until a letter or a twelfth character makes it a CNPJ. */
const documento: Mascara = {
  limpa: readCnpj,
  veste: (limpo) => (isCnpjLike(limpo) ? cnpj : cpf).veste(limpo),
};

/** An access key in groups of four. */
const chave: Mascara = {
  limpa: (text) => readChars(text).slice(0, CHAVE_TAMANHO),
  veste: (limpo) => limpo.replace(/(.{4})(?=.)/g, "$1 "),
};

/** A day, dd/MM/yyyy; a pasted yyyy-MM-dd is converted, and "1/" becomes "01". */
const data: Mascara = {
  limpa: (text) => {
    const [, ano, mes, dia] = /^\s*(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? [];
    if (ano && mes && dia) return dia + mes + ano;
    return text
      .replace(/(^|\D)(\d)\D$/, "$10$2")
      .replace(/\D/g, "")
      .slice(0, DATA_TAMANHO);
  },
  veste: (limpo) => dress(limpo, DATA_SINAIS),
};

/** The masks by name. */
export const MASCARAS = { cnpj, cpf, documento, chave, data } as const;

/**
 * Caret position in the masked text that keeps the same number of significant characters before it.
 * @param caret its position in the typed text
 */
export function caretInMascara(mascara: Mascara, typed: string, caret: number): number {
  if (caret >= typed.length) return mascara.veste(mascara.limpa(typed)).length;
  const before = mascara.limpa(typed.slice(0, caret)).length;
  return mascara.veste(mascara.limpa(typed).slice(0, before)).length;
}

function readCnpj(text: string): string {
  const typed = readChars(text);
  const verificadores = typed.slice(CNPJ_BASE).replace(/\D/g, "").slice(0, CNPJ_DIGITOS);
  return typed.slice(0, CNPJ_BASE) + verificadores;
}

function readChars(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, "");
}

function isCnpjLike(limpo: string): boolean {
  return limpo.length > CPF_TAMANHO || /\D/.test(limpo);
}

function dress(limpo: string, sinais: Sinais): string {
  return [...limpo].map((character, index) => (sinais[index] ?? "") + character).join("");
}
