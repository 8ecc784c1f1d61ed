import { createHash } from "node:crypto";
import type { MensagemKey } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import { redesOfIp } from "../auth/auth.rules.ts";
import { countUso } from "./count-uso.ts";

/** Limit of one network in a window. coisa: its name in the counters. */
export type LimiteDaRede = { coisa: string; max: number; janelaMs: number; recusa: MensagemKey };

/**
 * Counts a use against the networks of an address, stored as hashes: the smallest first, a wider
 * one only when the smaller allows it.
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
