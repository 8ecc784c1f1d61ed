import type * as source from "../../../texts/names/eventos.ts";
import type { Translated } from "../../translated.ts";

/** Spanish names of the fields of an item that an evento sends. */
export const eventoFieldLabels: Translated<typeof source.eventoFieldLabels> = {
  baseCalculo: "Base de cálculo",
  codigoIBS: "Código del crédito de IBS",
  percentualIBS: "Porcentaje del crédito de IBS",
  valorIBS: "Valor del IBS",
  codigoCBS: "Código del crédito de CBS",
  percentualCBS: "Porcentaje del crédito de CBS",
  valorCBS: "Valor de la CBS",
  quantidade: "Cantidad",
  unidade: "Unidad",
};

/** Spanish purposes of a nota de crédito, by code. */
export const creditoTypes: Translated<typeof source.creditoTypes> = {
  "01": "Multa e intereses",
  "02": "Apropiación de crédito presunto de IBS en la ZFM",
  "03": "Retorno por rechazo total en la entrega o por destinatario no localizado",
  "04": "Reducción de valores",
  "05": "Transferencia de crédito en la sucesión",
  "06": "Retorno por rechazo parcial en la entrega",
};

/** Spanish purposes of a nota de débito, by code. */
export const debitoTypes: Translated<typeof source.debitoTypes> = {
  "01": "Transferencia de créditos a cooperativas",
  "02": "Anulación de crédito por salidas inmunes o exentas",
  "03": "Débitos de facturas no procesadas en la liquidación",
  "04": "Multa e intereses",
  "05": "Transferencia de crédito en la sucesión",
  "06": "Pago anticipado",
  "07": "Pérdida en inventario",
  "08": "Exclusión del Simples Nacional",
};
