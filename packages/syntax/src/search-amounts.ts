import { parseAmount } from "./amount.ts";

/** A range of cents as digits, both ends included; an open end is null. */
export type CentsRange = { de: string | null; ate: string | null };

const AMOUNT = String.raw`(?:\d{1,3}(?:\.\d{3})+|\d{1,13})(?:[.,]\d{1,2})?`;
/** An amount with its cents is no number of a document, which has none. */
const BARE = /^(?:R\$\s*)?((?:\d{1,3}(?:\.\d{3})+|\d{1,13}),\d{2})$/i;
const OPERATOR = new RegExp(
  String.raw`(?<!\S)valor:(?:(?<sign>[<>]=?)?(?<one>${AMOUNT})|(?<from>${AMOUNT})?\.\.(?<to>${AMOUNT})?)(?!\S)`,
  "giu",
);

/** The amounts that a search text names ("159,00", "valor:>1000", "valor:100..200"), and its other words. */
export function readValores(text: string): { faixas: CentsRange[]; resto: string } {
  const bare = BARE.exec(text.trim())?.[1];
  if (bare !== undefined) {
    const cents = String(readCents(bare));
    return { faixas: [{ de: cents, ate: cents }], resto: "" };
  }
  const faixas: CentsRange[] = [];
  const resto = text.replace(OPERATOR, (...found) => {
    faixas.push(readRange(found.at(-1) as Partial<Record<"sign" | "one" | "from" | "to", string>>));
    return " ";
  });
  return { faixas, resto: faixas.length === 0 ? text : resto.replace(/\s+/g, " ").trim() };
}

function readRange(found: Partial<Record<"sign" | "one" | "from" | "to", string>>): CentsRange {
  const { sign, one, from, to } = found;
  if (one === undefined) {
    return {
      de: from === undefined ? null : String(readCents(from)),
      ate: to === undefined ? null : String(readCents(to)),
    };
  }
  const cents = readCents(one);
  if (sign === ">") return { de: String(cents + 1n), ate: null };
  if (sign === ">=") return { de: String(cents), ate: null };
  if (sign === "<") return { de: null, ate: String(cents - 1n) };
  if (sign === "<=") return { de: null, ate: String(cents) };
  return { de: String(cents), ate: String(cents) };
}

/** "1.234,56", "1234,56" and "1234.56" are the same; "1.234" is in thousands, as it is written here. */
function readCents(amount: string): bigint {
  const decimal = /^\d{1,3}(?:\.\d{3})+(?:,|$)/.test(amount) ? amount.replaceAll(".", "") : amount;
  return BigInt(parseAmount(decimal.replace(",", ".")).replace(".", ""));
}
