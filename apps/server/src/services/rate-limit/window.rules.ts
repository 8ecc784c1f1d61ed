import { MINUTE_MS } from "@malote/syntax";

/** The first instant of the window that contains `now`. */
export function startOfWindow(now: Date, windowMs: number): Date {
  return new Date(Math.floor(now.getTime() / windowMs) * windowMs);
}

/** Whole minutes until the window ends, at least 1. */
export function minutesLeft(now: Date, windowMs: number): number {
  const end = startOfWindow(now, windowMs).getTime() + windowMs;
  return Math.max(1, Math.ceil((end - now.getTime()) / MINUTE_MS));
}
