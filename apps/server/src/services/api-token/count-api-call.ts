import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { startOfWindow } from "../rate-limit/window.rules.ts";

/** Calls and file downloads of one token per window, over all protocols. */
export type ApiLimits = { callsMax: number; filesMax: number };
export const API_LIMITS: ApiLimits = { callsMax: 1_200, filesMax: 2_400 };
const WINDOW_MS = 60_000;

/** Use of a token in its window. segundos: until the next window. */
export type ApiUsage = { max: number; remaining: number; seconds: number };

/** What is counted. limites: replaces the default limits; tell: callback that receives the use. */
export type CallCounting = {
  isArquivo?: boolean;
  limites?: ApiLimits;
  tell?(usage: ApiUsage): void;
};

/**
 * Counts a call against its token, over all protocols and processes.
 * @throws {Refusal} restLimite beyond the limit
 */
export async function countApiCall(
  { clock, database }: Pick<AppContext, "clock" | "database">,
  tokenId: string,
  { isArquivo = false, limites = API_LIMITS, tell }: CallCounting,
): Promise<void> {
  const now = clock.now();
  const windowStart = startOfWindow(now, WINDOW_MS);
  const max = isArquivo ? limites.filesMax : limites.callsMax;
  const uses = await database.gatekeeper.countUse(
    `api${isArquivo ? "-arquivo" : ""}:${tokenId}`,
    windowStart,
  );
  const seconds = Math.max(1, Math.ceil((windowStart.getTime() + WINDOW_MS - now.getTime()) / 1_000));
  tell?.({ max, remaining: Math.max(0, max - uses), seconds });
  if (uses > max) throw new Refusal("restLimite", { values: { segundos: seconds } });
}
