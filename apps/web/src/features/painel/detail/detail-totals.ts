import {
  addAmount,
  formatAmount,
  formatDocumento,
  formatInteger,
  formatTipoNota,
  MODELOS,
} from "@malote/syntax";
import type { DateGroup, DetailData } from "../../../rpc/documents/painel.ts";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import { cellLabelOf } from "../period-labels.ts";
import { writeCsv } from "./write-csv.ts";

const { colunas: t } = texts.detalhe;

export type DetailNumbers = Pick<
  DetailData,
  "quantidade" | "valor" | "canceladas" | "divergentes" | "naoIntegradas"
>;

/**
 * The numbers of a row. Types that no ERP imports have no `naoIntegradas`, as in the totals of the
 * painel.
 */
export function detailNumbersOf(row: DetailData): DetailNumbers {
  return MODELOS[row.tipoNota].emAberto === "badge" ? row : { ...row, naoIntegradas: 0 };
}

export function sumDetail(detailRows: readonly DetailData[]): DetailNumbers {
  const of = (field: "quantidade" | "canceladas" | "divergentes"): number =>
    detailRows.reduce((sum, row) => sum + row[field], 0);
  return {
    quantidade: of("quantidade"),
    valor: detailRows.reduce((sum, { valor }) => addAmount(sum, valor), "0.00"),
    canceladas: of("canceladas"),
    divergentes: of("divergentes"),
    naoIntegradas: detailRows.reduce((sum, row) => sum + detailNumbersOf(row).naoIntegradas, 0),
  };
}

/** The table as CSV: its rows, then the totals. */
export function writeDetailCsv(
  detailRows: readonly DetailData[],
  { grupo, ate }: { grupo: DateGroup; ate: string },
): string {
  const head = [
    t.periodo,
    t.empresa,
    texts.detalhe.cnpj,
    t.tipo,
    t.quantidade,
    t.valor,
    t.canceladas,
    t.divergentes,
    t.naoIntegradas,
  ];
  const rows = detailRows.map((row) => [
    cellLabelOf(row.periodo, grupo, ate),
    row.empresaNome ?? texts.detalhe.semEmpresa,
    row.empresaCnpj ? formatDocumento(row.empresaCnpj) : "",
    formatTipoNota(row.tipoNota),
    ...numbersOf(detailNumbersOf(row)),
  ]);
  return writeCsv([head, ...rows, [texts.detalhe.total, "", "", "", ...numbersOf(sumDetail(detailRows))]]);
}

function numbersOf(total: DetailNumbers): string[] {
  const { quantidade, valor, canceladas, divergentes, naoIntegradas } = total;
  return [
    formatInteger(quantidade),
    formatAmount(valor),
    formatInteger(canceladas),
    formatInteger(divergentes),
    formatInteger(naoIntegradas),
  ];
}
