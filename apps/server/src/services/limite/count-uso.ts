import type { MensagemKey } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { minutesLeft, startOfJanela } from "./limite.rules.ts";

/** What is counted in a window, how often it may be, and what is said beyond that; the sentence may say {minutos}. */
export type Limite = { chave: string; max: number; janelaMs: number; recusa: MensagemKey };

/** Counts one use of a limited thing.   @throws {Refusal} with the limit's own sentence beyond it */
export async function countUso(
  { clock, database }: Pick<AppContext, "clock" | "database">,
  { chave, max, janelaMs, recusa }: Limite,
): Promise<void> {
  const agora = clock.now();
  const usos = await database.portaria.countUso(chave, startOfJanela(agora, janelaMs));
  if (usos > max) throw new Refusal(recusa, { values: { minutos: minutesLeft(agora, janelaMs) } });
}
