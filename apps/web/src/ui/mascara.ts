/** How a text with a known form is typed: what of it counts, and the signs between. */
export type Mascara = {
  /** What counts of a typed or pasted text. */
  limpa: (text: string) => string;
  /** The same with its signs, however much of it is there. */
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

/** Signs before the character of that place. */
type Sinais = Readonly<Record<number, string>>;

/** A CNPJ: letters anywhere before its two check digits. */
const cnpj: Mascara = { limpa: readCnpj, veste: (limpo) => dress(limpo, CNPJ_SINAIS) };

const cpf: Mascara = {
  limpa: (text) => text.replace(/\D/g, "").slice(0, CPF_TAMANHO),
  veste: (limpo) => dress(limpo, CPF_SINAIS),
};

/** A CPF, until a letter or a twelfth character tells that it is a CNPJ. */
const documento: Mascara = {
  limpa: readCnpj,
  veste: (limpo) => (isCnpjLike(limpo) ? cnpj : cpf).veste(limpo),
};

/** An access key in groups of four. */
const chave: Mascara = {
  limpa: (text) => readChars(text).slice(0, CHAVE_TAMANHO),
  veste: (limpo) => limpo.replace(/(.{4})(?=.)/g, "$1 "),
};

/** A day, dd/MM/yyyy; one pasted as yyyy-MM-dd is turned round, and "1/" is the first. */
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

/** The forms that fields know. */
export const MASCARAS = { cnpj, cpf, documento, chave, data } as const;

/**
 * Where the caret goes in the masked text, for it to stand after as many characters that count as it did in the typed one.
 * @param caret its place in the typed text
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
