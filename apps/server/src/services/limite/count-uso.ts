import type { MensagemKey } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { addUso } from "./limite.rows.ts";
import { minutesLeft, startOfJanela } from "./limite.rules.ts";

/**
 * A counter, its limit per window, and the refusal beyond it, whose sentence may contain {minutos}.
 */
export type Limite = { chave: string; max: number; janelaMs: number; recusa: MensagemKey };

/** Counts one use.   @throws {Refusal} `recusa` beyond the limit */
export async function countUso(
  { clock, database }: Pick<AppContext, "clock" | "database">,
  { chave, ...limite }: Limite,
): Promise<void> {
  const agora = clock.now();
  refuseBeyond(limite, agora, await database.portaria.countUso(chave, startOfJanela(agora, limite.janelaMs)));
}

/**
 * Counts one use within a transaction: a rollback undoes it.
 * @throws {Refusal} `recusa` beyond the limit
 */
export async function countUsoFeito(
  sql: Sql,
  { chave, agora, ...limite }: Limite & { agora: Date },
): Promise<void> {
  refuseBeyond(limite, agora, await addUso(sql, chave, startOfJanela(agora, limite.janelaMs)));
}

function refuseBeyond(
  { max, janelaMs, recusa }: Pick<Limite, "max" | "janelaMs" | "recusa">,
  agora: Date,
  usos: number,
): void {
  if (usos > max) throw new Refusal(recusa, { values: { minutos: minutesLeft(agora, janelaMs) } });
}
