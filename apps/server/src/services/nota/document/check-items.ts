import type { ParsedItem } from "@malote/dfe";
import type { EventoItem } from "@malote/sefaz";
import type { AppContext } from "../../../app-context.ts";
import { Refusal } from "../../../errors.ts";
import { findXml } from "../nota.rows.ts";
import { readStoredNota } from "./read-stored.ts";

type ItemsCheck = { contaId: string; id: string; items: readonly EventoItem[] };

/**
 * Compares the items of an evento with those of the stored document: SEFAZ registers them unchecked.
 * @throws {Refusal} for an item that is not in the document, or a quantity above the item's in the same unit
 */
export async function checkItems(ctx: AppContext, { contaId, id, items }: ItemsCheck): Promise<void> {
  const xml = await ctx.database.withConta(contaId, (db) => findXml(db, contaId, id));
  const nota = await readStoredNota(ctx, xml?.xmlGzip ?? null);
  if (nota === null) throw new Refusal("notaNaoEncontrada");
  const notaItems = new Map(nota.itens.map((item) => [Number(item.numero), item]));
  for (const requested of items) {
    const item = notaItems.get(requested.nItem);
    const values = { item: requested.nItem };
    if (item === undefined) throw new Refusal("eventoItemInexistente", { values, campo: "itens" });
    if (isBeyond(requested, item)) {
      const quantidade = `${item.quantidade} ${item.unidade}`;
      throw new Refusal("eventoQuantidadeDemais", { values: { ...values, quantidade }, campo: "itens" });
    }
  }
}

/** Stock units may differ from sales units: only equal units are compared. */
function isBeyond({ quantidade, unidade }: EventoItem, item: ParsedItem): boolean {
  if (quantidade === undefined || item.quantidade === null) return false;
  if (unidade?.trim().toUpperCase() !== item.unidade?.trim().toUpperCase()) return false;
  return toUnits(quantidade) > toUnits(item.quantidade);
}

/** A decimal in ten-thousandths, the smallest step of the layout.
 * @source tiposBasico_v4.00.xsd, TDec_1104v */
function toUnits(decimal: string): bigint {
  const [integerPart = "0", decimalPart = ""] = decimal.split(".");
  return BigInt(integerPart + decimalPart.padEnd(4, "0").slice(0, 4));
}
