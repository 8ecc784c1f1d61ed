import { createHash } from "node:crypto";
import type { MessageKey } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import { countUse } from "./count-use.ts";
import { networksOfIp } from "./network.rules.ts";

/** Limit of one network in a window. coisa: its name in the counters. */
export type NetworkLimit = { coisa: string; max: number; janelaMs: number; recusa: MessageKey };

/**
 * Counts a use against the networks of an address, stored as hashes: the smallest first, a wider
 * one only when the smaller allows it.
 * @throws {Refusal} beyond the limit of any of them
 */
export async function countNetworkUse(
  ctx: Pick<AppContext, "clock" | "database">,
  ip: string,
  { coisa, max, ...limit }: NetworkLimit,
): Promise<void> {
  for (const { name: nome, factor: vezes } of networksOfIp(ip)) {
    const networkHash = createHash("sha256").update(nome).digest("base64url");
    await countUse(ctx, { ...limit, chave: `${coisa}:${networkHash}`, max: max * vezes });
  }
}
