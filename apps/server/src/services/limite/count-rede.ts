import { createHash } from "node:crypto";
import type { MensagemKey } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import { redesOfIp } from "../auth/auth.rules.ts";
import { countUso } from "./count-uso.ts";

/** What one network may do so often in a window. coisa: its name among the limits. */
export type LimiteDaRede = { coisa: string; max: number; janelaMs: number; recusa: MensagemKey };

/**
 * Counts one use against the networks it came from, whose addresses are not kept: the smallest first, and a wider one only for uses
 * that the smaller one allows.
 * @throws {Refusal} beyond the limit of any of them
 */
export async function countUsoDaRede(
  ctx: Pick<AppContext, "clock" | "database">,
  ip: string,
  { coisa, max, ...limite }: LimiteDaRede,
): Promise<void> {
  for (const { nome, vezes } of redesOfIp(ip)) {
    const rede = createHash("sha256").update(nome).digest("base64url");
    await countUso(ctx, { ...limite, chave: `${coisa}:${rede}`, max: max * vezes });
  }
}
