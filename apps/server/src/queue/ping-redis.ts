import { Redis } from "ioredis";

/** Pings Redis over a connection of its own. @throws without an answer in `ms` */
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
