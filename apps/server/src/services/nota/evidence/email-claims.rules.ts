import { findChaves } from "@malote/mailbox";
import { cleanDocumento, type Family, isCnpj, isCpf, parseAmount } from "@malote/syntax";

/** What the text and the file names of an e-mail say: each list without repetitions, in order. */
export type EmailClaims = {
  chaves: readonly string[];
  numeros: readonly string[];
  valores: readonly string[];
  documentos: readonly string[];
};

/** Longest text that is read, in characters, and most claims of a kind. */
export const CLAIM_TEXT_MAX = 20_000;
const CLAIMS_MAX = 20;

/** What people call a document of each family before its number. */
const NAMES: Readonly<Record<Family, string>> = {
  nfe: "NFC?-?e|nota(?: fiscal)?(?: eletr[oô]nica)?",
  cte: "CT-?e(?: ?OS)?|conhecimento",
  mdfe: "MDF-?e|manifesto",
};
const NUMBER_WORDS = "(?:[ \\u00a0]?(?:n[º°o]?\\.?|n[uú]mero))?[ \\u00a0]?[:#]?[ \\u00a0]?";
/** "4.00" is a version, not a number. */
const NUMBER = "(\\d{1,3}(?:\\.\\d{3}){1,2}|\\d{1,9})(?![.,/-]?\\d)";

const VALOR =
  /\bvalor(?:[ \u00a0]\p{L}{1,12}){0,4}[ \u00a0]?:?[ \u00a0]?R\$[ \u00a0]?(\d[\d.]{0,17},\d{2})(?!\d)/giu;
const DOCUMENTO =
  /(?<![\dA-Z])(?:[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d{2}|\d{3}\.\d{3}\.\d{3}-\d{2})(?!\d)/g;

/** Reads what an e-mail says about its document. The text is a stranger's: only these forms are read. */
export function readEmailClaims(text: string, family: Family): EmailClaims {
  const read = text.slice(0, CLAIM_TEXT_MAX);
  const numero = new RegExp(`(?<![\\p{L}])(?:${NAMES[family]})${NUMBER_WORDS}${NUMBER}`, "giu");
  return {
    chaves: [...findChaves(read)].slice(0, CLAIMS_MAX),
    numeros: claimsOf(read, numero, (digits) => String(Number(digits.replaceAll(".", "")))),
    valores: claimsOf(read, VALOR, (amount) => parseAmount(amount.replaceAll(".", "").replace(",", "."))),
    documentos: claimsOf(read, DOCUMENTO, cleanDocumento).filter((each) => isCnpj(each) || isCpf(each)),
  };
}

function claimsOf(text: string, pattern: RegExp, read: (found: string) => string): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(pattern)) {
    if (found.size >= CLAIMS_MAX) break;
    found.add(read(match[1] ?? match[0]));
  }
  return [...found];
}
