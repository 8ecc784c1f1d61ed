import type * as source from "../../../texts/names/eventos.ts";
import type { Translated } from "../../translated.ts";

/** Spanish names of the fields of an item that an evento sends. */
export const eventoFieldLabels: Translated<typeof source.eventoFieldLabels> = {
  baseCalculo: "Base imponible",
  codigoIBS: "Código del crédito de IBS",
  percentualIBS: "Porcentaje del crédito de IBS",
  valorIBS: "Importe del IBS",
  codigoCBS: "Código del crédito de CBS",
  percentualCBS: "Porcentaje del crédito de CBS",
  valorCBS: "Importe de la CBS",
  quantidade: "Cantidad",
  unidade: "Unidad",
};

/** Spanish purposes of a nota de crédito. */
export const creditoTypes: Translated<typeof source.creditoTypes> = {
  "01": "Multa e intereses",
  "02": "Uso del crédito presunto de IBS en la ZFM",
  "03": "Devolución por rechazo total en la entrega o por destinatario no encontrado",
  "04": "Reducción de importes",
  "05": "Transferencia de crédito en la sucesión",
  "06": "Devolución por rechazo parcial en la entrega",
};

/** Spanish purposes of a nota de débito. */
export const debitoTypes: Translated<typeof source.debitoTypes> = {
  "01": "Transferencia de créditos a cooperativas",
  "02": "Anulación de crédito por salidas inmunes o exentas",
  "03": "Débitos de documentos no incluidos en la liquidación",
  "04": "Multa e intereses",
  "05": "Transferencia de crédito en la sucesión",
  "06": "Pago anticipado",
  "07": "Pérdida de existencias",
  "08": "Salida del Simples Nacional",
};
