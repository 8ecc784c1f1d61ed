import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** How far the page's date is ahead of the real one (ADR 0098). */
    clockOffsetMs: number;
  }
}
declare global {
  interface Window {
    /** The browser's Date. Files share one page, in which this file runs again. */
    realDate?: DateConstructor;
  }
}

const offsetMs = inject("clockOffsetMs");
const realDate = window.realDate ?? Date;
window.realDate = realDate;
const now = (): number => realDate.now() + offsetMs;

// Chromium does not start under libfaketime. A proxy keeps `instanceof` true for every date.
if (offsetMs !== 0) {
  window.Date = new Proxy(realDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
  });
}
