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

const NUMBERS = ["quantidade", "valor", "canceladas", "divergentes", "naoIntegradas"] as const;

export type DetailNumbers = Pick<DetailData, (typeof NUMBERS)[number]>;

/**
 * The numbers of a row. Types that no ERP imports have no `naoIntegradas`, as in the totals of the
 * painel.
 */
export function detailNumbersOf(row: DetailData): DetailNumbers {
  return MODELOS[row.tipoNota].emAberto === "badge" ? row : { ...row, naoIntegradas: 0 };
}

export function sumDetail(detailRows: readonly DetailData[]): DetailNumbers {
  const of = (field: Exclude<keyof DetailNumbers, "valor">): number =>
    detailRows.reduce((sum, row) => sum + detailNumbersOf(row)[field], 0);
  return {
    quantidade: of("quantidade"),
    valor: detailRows.reduce((sum, { valor }) => addAmount(sum, valor), "0.00"),
    canceladas: of("canceladas"),
    divergentes: of("divergentes"),
    naoIntegradas: of("naoIntegradas"),
  };
}

/** The table as CSV: its rows, then the totals. */
export function writeDetailCsv(
  detailRows: readonly DetailData[],
  { grupo, ate }: { grupo: DateGroup; ate: string },
): string {
  const head = [t.periodo, t.empresa, texts.detalhe.cnpj, t.tipo, ...NUMBERS.map((field) => t[field])];
  const rows = detailRows.map((row) => [
    cellLabelOf(row.periodo, grupo, ate),
    row.empresaNome ?? texts.detalhe.semEmpresa,
    row.empresaCnpj ? formatDocumento(row.empresaCnpj) : "",
    formatTipoNota(row.tipoNota),
    ...formatNumbers(detailNumbersOf(row)),
  ]);
  return writeCsv([
    head,
    ...rows,
    [texts.detalhe.total, "", "", "", ...formatNumbers(sumDetail(detailRows))],
  ]);
}

function formatNumbers(numbers: DetailNumbers): string[] {
  return NUMBERS.map((field) =>
    field === "valor" ? formatAmount(numbers.valor) : formatInteger(numbers[field]),
  );
}
