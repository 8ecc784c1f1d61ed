import type { PrintedNfe } from "@malote/dfe";
import { formatDecimal } from "@malote/syntax";
import { formatMoney } from "../../page/print-formats.ts";

type Imposto = PrintedNfe["itens"][number]["imposto"];
type Parcela = NonNullable<Imposto["ibsCbs"]>["parcelas"]["cbs"];
/** Decimals as written in the document; null if missing. */
type RateAndAmount = { aliquota: string | null; valor: string | null };

/** A tax of an item as printed; "" for missing values. */
export type Tax = { name: string; aliquota: string; valor: string };
/** The taxes of an item: their bases, and rate and amount of each, in the two columns of the reference
 * model. */
export type ItemTaxes = {
  bases: { name: string; valor: string }[];
  left: Tax[];
  right: Tax[];
};

/** Lists the taxes that an item has.
 * @source NT 2026.010 §4.3 and §4.4 */
export function taxesOf(imposto: Imposto): ItemTaxes {
  const { ibsCbs, is, ipi } = imposto;
  const parcelas = ibsCbs?.parcelas;
  return {
    bases: [
      ["ICMS", imposto.base],
      ["IBS / CBS", ibsCbs?.base ?? null],
      ["IS", is?.base ?? null],
      ["IPI", ipi.base],
    ].flatMap(([name, base]) => (name && base ? { name, valor: formatMoney(base) } : [])),
    left: saidTaxes([
      ["ICMS", imposto],
      ["IBS UF", parcelas && effectiveRate(parcelas.ibsUf)],
      ["IBS MUN", parcelas && effectiveRate(parcelas.ibsMunicipio)],
    ]),
    right: saidTaxes([
      ["CBS", parcelas && effectiveRate(parcelas.cbs)],
      ["IPI", ipi],
      ["IS", is],
    ]),
  };
}

/** With gRed (also in government purchases) the rate is the effective one; the nominal rate never replaces
 * it. */
function effectiveRate(parcela: Parcela): RateAndAmount | null {
  if (!parcela) return null;
  const { aliquota, reducao, valor } = parcela;
  return { aliquota: reducao ? reducao.aliquotaEfetiva : aliquota, valor };
}

function saidTaxes(taxes: readonly (readonly [string, RateAndAmount | null | undefined])[]): Tax[] {
  return taxes.flatMap(([name, parsed]) =>
    parsed && (parsed.aliquota ?? parsed.valor) !== null
      ? { name, aliquota: formatRate(parsed.aliquota), valor: formatMoney(parsed.valor) }
      : [],
  );
}

function formatRate(aliquota: string | null): string {
  return aliquota === null ? "" : formatDecimal(aliquota, 2);
}
