import { retryAfterMsOf } from "../errors.ts";

/** Node, PostgreSQL (class 08, 57P0x, 53300) and Prisma codes that say: the database is away, ask again later. */
const AWAY = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "08000",
  "08001",
  "08003",
  "08004",
  "08006",
  "53300",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
  "P2028",
]);

/** pg and pg-pool say these without any code. */
const AWAY_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

const DEPTH_MAX = 6;

/** Says whether an error means that something outside is away (an outage), and not that our code is wrong (a bug). */
export function isAway(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > DEPTH_MAX) return false;
  if (retryAfterMsOf(error) !== null) return true;
  if ("code" in error && typeof error.code === "string" && AWAY.has(error.code)) return true;
  if (AWAY_MESSAGE.test(error.message)) return true;
  if (error instanceof AggregateError) return error.errors.some((one) => isAway(one, depth + 1));
  return isAway(error.cause, depth + 1);
}
