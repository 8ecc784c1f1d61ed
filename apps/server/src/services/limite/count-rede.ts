import { createHash } from "node:crypto";
import type { MensagemKey } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import { redeOfIp } from "../auth/auth.rules.ts";
import { countUso } from "./count-uso.ts";

/** What one network may do so often in a window. coisa: its name among the limits. */
export type LimiteDaRede = { coisa: string; max: number; janelaMs: number; recusa: MensagemKey };

/** Counts one use against the network it came from, whose address is not kept.   @throws {Refusal} beyond the limit */
export async function countUsoDaRede(
  ctx: Pick<AppContext, "clock" | "database">,
  ip: string,
  { coisa, ...limite }: LimiteDaRede,
): Promise<void> {
  const rede = createHash("sha256").update(redeOfIp(ip)).digest("base64url");
  await countUso(ctx, { ...limite, chave: `${coisa}:${rede}` });
}
