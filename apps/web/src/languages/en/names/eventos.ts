import type * as source from "../../../texts/names/eventos.ts";
import type { Translated } from "../../translated.ts";

/** English names of the fields of an item that an evento sends. */
export const eventoFieldLabels: Translated<typeof source.eventoFieldLabels> = {
  baseCalculo: "Tax base",
  codigoIBS: "IBS credit code",
  percentualIBS: "IBS credit percentage",
  valorIBS: "IBS amount",
  codigoCBS: "CBS credit code",
  percentualCBS: "CBS credit percentage",
  valorCBS: "CBS amount",
  quantidade: "Quantity",
  unidade: "Unit",
};

/** English purposes of a nota de crédito. */
export const creditoTypes: Translated<typeof source.creditoTypes> = {
  "01": "Fine and interest",
  "02": "Use of the presumed IBS credit in the ZFM",
  "03": "Return: delivery refused in full, or recipient not found",
  "04": "Reduction of amounts",
  "05": "Transfer of credit in a succession",
  "06": "Return: delivery refused in part",
};

/** English purposes of a nota de débito. */
export const debitoTypes: Translated<typeof source.debitoTypes> = {
  "01": "Transfer of credits to cooperatives",
  "02": "Reversal of credit for immune or exempt outgoing goods",
  "03": "Debits of documents that were left out of the assessment",
  "04": "Fine and interest",
  "05": "Transfer of credit in a succession",
  "06": "Advance payment",
  "07": "Loss of stock",
  "08": "Exit from Simples Nacional",
};
