import type { AppContext } from "../app-context.ts";
import { pingRedis } from "../queue/ping-redis.ts";
import type { HealthFinding } from "./finding.ts";

/** Checks that Redis answers, if REDIS_URL is set. */
export async function checkRedis({ config }: AppContext, ms: number): Promise<HealthFinding[]> {
  if (config.redisUrl === null) return [];
  try {
    await pingRedis(config.redisUrl, ms);
    return [{ name: "fila", ok: true, detail: "O Redis responde." }];
  } catch {
    return [
      { name: "fila", ok: false, detail: "O Redis de REDIS_URL não responde: o trabalho espera no banco." },
    ];
  }
}
