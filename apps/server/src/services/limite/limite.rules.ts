const MINUTE_MS = 60_000;

/** The first instant of the window that contains `agora`. */
export function startOfJanela(agora: Date, janelaMs: number): Date {
  return new Date(Math.floor(agora.getTime() / janelaMs) * janelaMs);
}

/** Whole minutes until the window ends, at least 1. */
export function minutesLeft(agora: Date, janelaMs: number): number {
  const end = startOfJanela(agora, janelaMs).getTime() + janelaMs;
  return Math.max(1, Math.ceil((end - agora.getTime()) / MINUTE_MS));
}
