import type { Familia } from "../read/layouts.ts";

const QUINZE = /^[0-9]{15}$/;
/** Digits of a protocol; of an NF-e or NFC-e there may be 17.
 * @source tiposBasico_v4.00.xsd (TProt), PL_010e; cteTiposBasico_v4.00.xsd; mdfeTiposBasico_v3.00.xsd */
const NUMERO: Readonly<Record<Familia, RegExp>> = {
  nfe: /^(?:[0-9]{15}|[0-9]{17})$/,
  cte: QUINZE,
  mdfe: QUINZE,
};

/** Says whether a text can be the number of a protocol, of a document or an evento of this family. */
export function isNumeroDeProtocolo(familia: Familia, numero: string): boolean {
  return NUMERO[familia].test(numero);
}
