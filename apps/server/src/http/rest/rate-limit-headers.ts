import type { Response } from "express";
import type { ApiUsage } from "../../services/api-token/count-api-call.ts";

/** Sets the rate-limit headers of an answer, also of a refusal. */
export function setRateLimitHeaders(res: Response): (usage: ApiUsage) => void {
  return ({ max, remaining: restam, seconds: segundos }) => {
    for (const [name, value] of Object.entries({ Limit: max, Remaining: restam, Reset: segundos })) {
      res.set(`RateLimit-${name}`, String(value)).set(`X-RateLimit-${name}`, String(value));
    }
  };
}
