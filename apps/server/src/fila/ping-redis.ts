import { Redis } from "ioredis";

/** Asks Redis for an answer over a connection of its own. @throws when there is none within `ms` */
export async function pingRedis(redisUrl: string, ms: number): Promise<void> {
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: ms,
    commandTimeout: ms,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on("error", () => {});
  try {
    await redis.connect();
    await redis.ping();
  } finally {
    redis.disconnect();
  }
}
