import { useEffect, useEffectEvent } from "react";

/**
 * Delay before a tab whose session ended retries (spec §9: "retry after 60 s while logged out").
 */
export const RETRY_DELAY_MS = 60_000;

/** Whether to retry now; never in a hidden tab. */
export function isTimeToRetry(lastAttempt: number, now: number, hidden: boolean): boolean {
  return !hidden && now - lastAttempt >= RETRY_DELAY_MS;
}

/**
 * Resumes an open tab whose session ended, after the user signs in in another tab. A hidden tab
 * waits until it is visible.
 */
export function useResumeSession(
  enabled: boolean,
  actions: { resume: () => Promise<boolean>; onResumed: () => void },
): void {
  const resume = useEffectEvent(actions.resume);
  const onResumed = useEffectEvent(actions.onResumed);
  useEffect(() => {
    if (!enabled) return;
    let lastAttempt = Date.now();
    const tryAgain = (): void => {
      if (!isTimeToRetry(lastAttempt, Date.now(), document.hidden)) return;
      lastAttempt = Date.now();
      // A network failure is not a refusal: the next interval retries.
      void resume().then(
        (entered) => entered && onResumed(),
        () => undefined,
      );
    };
    const timer = window.setInterval(tryAgain, RETRY_DELAY_MS);
    document.addEventListener("visibilitychange", tryAgain);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener("visibilitychange", tryAgain);
    };
  }, [enabled]);
}
