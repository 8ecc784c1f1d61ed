import { useEffect, useEffectEvent } from "react";
import { ensureSession } from "../../rpc/retomada.ts";

/**
 * Delay before a tab whose session ended retries (spec §9: "retry after 60 s while logged out").
 */
export const RETOMADA_MS = 60_000;

/** Whether to retry now; never in a hidden tab. */
export function isHoraDeRetomar(tentada: number, agora: number, oculta: boolean): boolean {
  return !oculta && agora - tentada >= RETOMADA_MS;
}

/**
 * Resumes an open tab whose session ended, after the user signs in in another tab. A hidden tab
 * waits until it is visible.
 */
export function useRetomar(ligada: boolean, onRetomada: () => void): void {
  const resumed = useEffectEvent(onRetomada);
  useEffect(() => {
    if (!ligada) return;
    let tentada = Date.now();
    const tryAgain = (): void => {
      if (!isHoraDeRetomar(tentada, Date.now(), document.hidden)) return;
      tentada = Date.now();
      // A network failure is not a refusal: the next interval retries.
      void ensureSession().then(
        (entered) => entered && resumed(),
        () => undefined,
      );
    };
    const timer = window.setInterval(tryAgain, RETOMADA_MS);
    document.addEventListener("visibilitychange", tryAgain);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener("visibilitychange", tryAgain);
    };
  }, [ligada]);
}
