import type { PrintedNfe } from "@malote/dfe";
import { formatDecimal } from "@malote/syntax";
import { formatDinheiro } from "../../page/print-formats.ts";

type Imposto = PrintedNfe["itens"][number]["imposto"];
type Parcela = NonNullable<Imposto["ibsCbs"]>["parcelas"]["cbs"];
/** Decimals as written in the document; null if missing. */
type Lido = { aliquota: string | null; valor: string | null };

/** A tax of an item as printed; "" for missing values. */
export type Tributo = { name: string; aliquota: string; valor: string };
/** The taxes of an item: their bases, and rate and amount of each, in the two columns of the reference
 * model. */
export type TributosDoItem = {
  bases: { name: string; valor: string }[];
  left: Tributo[];
  right: Tributo[];
};

/** Lists the taxes that an item has.
 * @source NT 2026.010 §4.3 and §4.4 */
export function tributosOf(imposto: Imposto): TributosDoItem {
  const { ibsCbs, is, ipi } = imposto;
  const parcelas = ibsCbs?.parcelas;
  return {
    bases: [
      ["ICMS", imposto.base],
      ["IBS / CBS", ibsCbs?.base ?? null],
      ["IS", is?.base ?? null],
      ["IPI", ipi.base],
    ].flatMap(([name, base]) => (name && base ? { name, valor: formatDinheiro(base) } : [])),
    left: tributosDitos([
      ["ICMS", imposto],
      ["IBS UF", parcelas && parcelaLida(parcelas.ibsUf)],
      ["IBS MUN", parcelas && parcelaLida(parcelas.ibsMunicipio)],
    ]),
    right: tributosDitos([
      ["CBS", parcelas && parcelaLida(parcelas.cbs)],
      ["IPI", ipi],
      ["IS", is],
    ]),
  };
}

/** With gRed (also in government purchases) the rate is the effective one; the nominal rate never replaces
 * it. */
function parcelaLida(parcela: Parcela): Lido | null {
  if (!parcela) return null;
  const { aliquota, reducao, valor } = parcela;
  return { aliquota: reducao ? reducao.aliquotaEfetiva : aliquota, valor };
}

function tributosDitos(taxes: readonly (readonly [string, Lido | null | undefined])[]): Tributo[] {
  return taxes.flatMap(([name, lido]) =>
    lido && (lido.aliquota ?? lido.valor) !== null
      ? { name, aliquota: formatAliquota(lido.aliquota), valor: formatDinheiro(lido.valor) }
      : [],
  );
}

function formatAliquota(aliquota: string | null): string {
  return aliquota === null ? "" : formatDecimal(aliquota, 2);
}
