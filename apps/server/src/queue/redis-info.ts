import { Redis } from "ioredis";

/** Redis's memory; null = it does not answer. max: 0 without a limit. */
export type RedisInfo = { used: number; max: number } | null;

/** Longest wait for Redis, in ms. */
const ASK_MS = 2_000;

/** Reads how much memory Redis uses, over a connection of its own. */
export async function readRedisInfo(redisUrl: string): Promise<RedisInfo> {
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: ASK_MS,
    commandTimeout: ASK_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on("error", () => {});
  try {
    await redis.connect();
    const info = await redis.info("memory");
    const read = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, "m").exec(info)?.[1] ?? 0);
    return { used: read("used_memory"), max: read("maxmemory") };
  } catch {
    return null;
  } finally {
    redis.disconnect();
  }
}
