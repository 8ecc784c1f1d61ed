import type { ItemLido } from "@malote/dfe";
import type { EventoItem } from "@malote/sefaz";
import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { findXml } from "../nota/nota.rows.ts";
import { readNotaGuardada } from "../nota/read-guardado.ts";

type Pedido = { contaId: string; id: string; itens: readonly EventoItem[] };

/**
 * Holds the items of an evento against those of the stored document. SEFAZ registers what it cannot
 * compare.
 * @throws {Refusal} for an item that the document does not have, or a quantity beyond the item's in
 * the same unit
 */
export async function checkItens(ctx: AppContext, { contaId, id, itens }: Pedido): Promise<void> {
  const xml = await ctx.database.withContaSql(contaId, (sql) => findXml(sql, contaId, id));
  const nota = await readNotaGuardada(ctx, xml?.xmlGzip ?? null);
  if (nota === null) throw new Refusal("notaNaoEncontrada");
  const daNota = new Map(nota.itens.map((item) => [Number(item.numero), item]));
  for (const pedido of itens) {
    const item = daNota.get(pedido.nItem);
    const values = { item: pedido.nItem };
    if (item === undefined) throw new Refusal("eventoItemInexistente", { values, campo: "itens" });
    if (isBeyond(pedido, item)) {
      const quantidade = `${item.quantidade} ${item.unidade}`;
      throw new Refusal("eventoQuantidadeDemais", { values: { ...values, quantidade }, campo: "itens" });
    }
  }
}

/** Units of the stock may be others than those of the sale: only equal ones are compared. */
function isBeyond({ quantidade, unidade }: EventoItem, item: ItemLido): boolean {
  if (quantidade === undefined || item.quantidade === null) return false;
  if (unidade?.trim().toUpperCase() !== item.unidade?.trim().toUpperCase()) return false;
  return toUnits(quantidade) > toUnits(item.quantidade);
}

/**
 * A decimal in ten-thousandths, its smallest step in the layout. @source tiposBasico_v4.00.xsd,
 * TDec_1104v
 */
function toUnits(decimal: string): bigint {
  const [inteiros = "0", casas = ""] = decimal.split(".");
  return BigInt(inteiros + casas.padEnd(4, "0").slice(0, 4));
}
