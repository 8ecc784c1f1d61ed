import type { Response } from "express";
import type { UsoApi } from "../../services/api-token/limite-api.ts";

/** Sets the rate-limit headers of an answer, also of a refusal. */
export function tellLimite(res: Response): (uso: UsoApi) => void {
  return ({ max, restam, segundos }) => {
    for (const [name, value] of Object.entries({ Limit: max, Remaining: restam, Reset: segundos })) {
      res.set(`RateLimit-${name}`, String(value)).set(`X-RateLimit-${name}`, String(value));
    }
  };
}
