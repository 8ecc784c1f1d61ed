import type { MensagemKey } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { addUso } from "./limite.rows.ts";
import { minutesLeft, startOfJanela } from "./limite.rules.ts";

/** What is counted in a window, how often it may be, and what is said beyond that; the sentence may say {minutos}. */
export type Limite = { chave: string; max: number; janelaMs: number; recusa: MensagemKey };

/** Counts one use of a limited thing.   @throws {Refusal} with the limit's own sentence beyond it */
export async function countUso(
  { clock, database }: Pick<AppContext, "clock" | "database">,
  { chave, ...limite }: Limite,
): Promise<void> {
  const agora = clock.now();
  refuseBeyond(limite, agora, await database.portaria.countUso(chave, startOfJanela(agora, limite.janelaMs)));
}

/** The same within a transaction: what is taken back counted for nothing.   @throws {Refusal} with the limit's own sentence beyond it */
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
