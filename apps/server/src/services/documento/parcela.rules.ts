import type { ParsedNota } from "@malote/dfe";
import { compareAmount } from "@malote/syntax";

/** Instalments that a document may have. @source leiauteNFe_v4.00.xsd, dup: 0 to 120 */
const PARCELAS_MAX = 120;

/** The instalments of a document: due days (yyyy-MM-dd) and, in the same order, their amounts. */
export type Parcelas = { vencimentos: string[]; parcelas: string[] };

/** The instalments with a due day and an amount above zero; only NF-e and NFC-e have any. */
export function parcelasOf({ comercio }: Pick<ParsedNota, "comercio">): Parcelas {
  const known = (comercio?.duplicatas ?? []).slice(0, PARCELAS_MAX).flatMap(({ vencimento, valor }) =>
    // PostgreSQL has no year 0.
    vencimento === null || vencimento < "0001" || valor === null || compareAmount(valor, "0.00") <= 0
      ? []
      : [{ vencimento, valor }],
  );
  return {
    vencimentos: known.map(({ vencimento }) => vencimento),
    parcelas: known.map(({ valor }) => valor),
  };
}
