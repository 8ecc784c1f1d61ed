import type { Family } from "@malote/syntax";

const FIFTEEN_DIGITS = /^[0-9]{15}$/;
/** The number of a protocolo; in an NF-e or NFC-e it may have 17 digits.
 * @source tiposBasico_v4.00.xsd (TProt), PL_010e; cteTiposBasico_v4.00.xsd; mdfeTiposBasico_v3.00.xsd */
const NUMBER: Readonly<Record<Family, RegExp>> = {
  nfe: /^(?:[0-9]{15}|[0-9]{17})$/,
  cte: FIFTEEN_DIGITS,
  mdfe: FIFTEEN_DIGITS,
};

/** Says whether a text can be the number of a protocolo in this family. */
export function isProtocoloNumber(family: Family, numero: string): boolean {
  return NUMBER[family].test(numero);
}
