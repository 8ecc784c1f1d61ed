import { isChaveAcesso, isCnpj, isCpf, isUf, ufOfCode } from "@malote/syntax";

/** The defect of a value: wrong characters or wrong length. */
export type Defect = "formato" | "tamanho";

/** A type of the layouts: returns the defect of a text, or null. */
export type FieldType = (text: string) => Defect | null;

const ZERO = 0x30;
const NINE = 0x39;
const DOT = 0x2e;
const SPACE = 0x20;
/** The last character that the layouts allow (ÿ). */
const LAST = 0xff;

/** Free text: min..max characters from space to ÿ, without blanks at its ends. */
function freeText(min: number, max: number): FieldType {
  return (text) => {
    const { length } = text;
    if (length < min || length > max) return "tamanho";
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code < SPACE || code > LAST) return "formato";
    }
    const isEdged = length > 0 && (text.charCodeAt(0) === SPACE || text.charCodeAt(length - 1) === SPACE);
    return isEdged ? "formato" : null;
  };
}

function digitos(min: number, max: number): FieldType {
  return (text) => {
    if (!isDigits(text)) return "formato";
    return text.length < min || text.length > max ? "tamanho" : null;
  };
}

/** A decimal without sign or left zeros: up to `wholeDigits` digits, and min..max digits after a dot. */
function decimal(wholeDigits: number, min: number, max: number): FieldType {
  return (text) => {
    const { length } = text;
    if (length === 0) return "tamanho";
    let dot = length;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code === DOT && dot === length) dot = i;
      else if (code < ZERO || code > NINE) return "formato";
    }
    if (dot === 0 || (dot > 1 && text.charCodeAt(0) === ZERO)) return "formato";
    const places = length - dot - 1;
    return dot > wholeDigits || (dot < length && (places < min || places > max)) ? "tamanho" : null;
  };
}

function between(amounts: readonly string[]): FieldType {
  return (text) => (amounts.includes(text) ? null : "formato");
}

function matching(pattern: RegExp): FieldType {
  return (text) => (pattern.test(text) ? null : "formato");
}

function claim(is: (text: string) => boolean, length: number): FieldType {
  return (text) => {
    if (text.length !== length) return "tamanho";
    return is(text) ? null : "formato";
  };
}

const cnpj = claim(isCnpj, 14);
const cpf = claim(isCpf, 11);
const ean = digitos(0, 14);
const DATA = "20[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])";
const TIME = "(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]";
const CNPJ_ZERADO = "00000000000000";

/** Types with their own name. Lists that technical notes extend
 * (tPag, finNFe, cClassTrib…) are only checked as digits.
 * @source MOC NF-e 7.0 anexo I; MOC CT-e 4.00; MOC MDF-e 3.00; NT Conjunta DF-e 2025.001 */
const NAMED: Readonly<Record<string, FieldType>> = {
  cnpj,
  // A foreign party has no CNPJ: the tag is empty or all zeros.
  cnpj0: (text) => (text === "" || text === CNPJ_ZERADO ? null : cnpj(text)),
  cpf,
  chave: claim(isChaveAcesso, 44),
  uf: (text) => (isUf(text) || text === "EX" ? null : "formato"),
  cuf: (text) => (ufOfCode(text) === null ? "formato" : null),
  // An órgão is a state, or one of the national and shared services (90 to 95).
  orgao: (text) => (ufOfCode(text) === null && !/^9[0-9]$/.test(text) ? "formato" : null),
  mun: (text) => {
    if (text.length !== 7) return "tamanho";
    return isDigits(text) && (text === "9999999" || ufOfCode(text.slice(0, 2)) !== null) ? null : "formato";
  },
  data: matching(new RegExp(`^${DATA}$`)),
  dh: matching(new RegExp(`^${DATA}T${TIME}[-+](?:0[0-9]|1[0-2]):00$`)),
  // Layouts 2.00 to 3.10 have a date, a local time, or both with an offset.
  quando: matching(new RegExp(`^${DATA}(?:T${TIME}(?:[-+](?:0[0-9]|1[0-2]):00)?)?$`)),
  hora: matching(new RegExp(`^${TIME}$`)),
  mes: matching(/^20[0-9]{2}-(?:0[1-9]|1[0-2])$/),
  aamm: matching(/^[0-9]{2}(?:0[1-9]|1[0-2])$/),
  ncm: (text) => {
    if (!isDigits(text)) return "formato";
    return text.length === 8 || text.length === 2 ? null : "tamanho";
  },
  cfop: matching(/^[1-7][0-9]{3}$/),
  ean: (text) => {
    if (text === "SEM GTIN") return null;
    const { length } = text;
    return ean(text) ?? (length === 0 || length === 8 || length > 11 ? null : "tamanho");
  },
  numero: (text) => (text.charCodeAt(0) === ZERO ? "formato" : digitos(1, 9)(text)),
  serie: (text) => (text.length > 1 && text.charCodeAt(0) === ZERO ? "formato" : digitos(1, 3)(text)),
  ie: (text) => (text === "ISENTO" ? null : digitos(2, 14)(text)),
  // The IE of a party may also be empty, or that of a rural producer in Paraná.
  ie0: (text) => (text === "ISENTO" || /^PR[0-9]{4,8}$/.test(text) ? null : digitos(0, 14)(text)),
  email: (text) => freeText(1, 60)(text) ?? (/^[^@]+@[^.]+\../.test(text) ? null : "formato"),
  placa: matching(/^(?:[A-Z]{2,3}[0-9]{4}|[A-Z]{3,4}[0-9]{3}|[A-Z0-9]{7})$/),
  guid: matching(/^[A-F0-9]{8}(?:-[A-F0-9]{4}){3}-[A-F0-9]{12}$/),
  lista: matching(/^[0-9]{2}.[0-9]{2}$/),
  nve: matching(/^[A-Z]{2}[0-9]{4}$/),
  beneficio: matching(/^(?:[!-ÿ]{8}|[!-ÿ]{10}|SEM CBENEF|)$/),
  estrangeiro: matching(/^(?:[!-ÿ]{2,20})?$/),
  rntrc: (text) => (text === "ISENTO" ? null : digitos(8, 8)(text)),
  coordenada: matching(/^-?[0-9]{1,3}\.[0-9]{6}$/),
  unidade: matching(/^[A-Z0-9]{1,20}$/),
  raiz: matching(/^[A-Z0-9]{8}$/),
  // Only an NF-e has a protocolo of 17 digits.   @source tiposBasico_v4.00.xsd, TProt
  "protocolo-nfe": (text) => (text.length === 17 ? digitos(17, 17)(text) : digitos(15, 15)(text)),
};

/** Parses a type: `t2-60` text, `d1-9` digits, `n13.2` or `n3.2-4`
 * decimal, `=0,1` closed list, `livre` unchecked (null), or a name.
 * @throws RangeError for any other */
export function fieldTypeOf(name: string): FieldType | null {
  if (name === "livre") return null;
  if (name.startsWith("=")) return between(name.slice(1).split(","));
  const [, letter, first = "", last] = /^([td])([0-9]+)(?:-([0-9]+))?$/.exec(name) ?? [];
  if (letter === "d") return digitos(Number(first), Number(last ?? first));
  if (letter === "t")
    return last === undefined ? freeText(1, Number(first)) : freeText(Number(first), Number(last));
  const [, wholeDigits, min = "", max = min] = /^n([0-9]+)\.([0-9]+)(?:-([0-9]+))?$/.exec(name) ?? [];
  if (wholeDigits) return decimal(Number(wholeDigits), Number(min), Number(max));
  const named = NAMED[name];
  if (!named) throw new RangeError(`no such type: ${name}`);
  return named;
}

function isDigits(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < ZERO || code > NINE) return false;
  }
  return true;
}
