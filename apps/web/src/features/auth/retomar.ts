import { useEffect, useEffectEvent } from "react";
import { ensureSession } from "../../rpc/retomada.ts";

/** How long a tab whose session ended waits before it tries again by itself (spec §9: "retry after 60 s while logged out"). */
export const RETOMADA_MS = 60_000;

/** Whether it is time to try again: nothing is asked while nobody looks. */
export function isHoraDeRetomar(tentada: number, agora: number, oculta: boolean): boolean {
  return !oculta && agora - tentada >= RETOMADA_MS;
}

/**
 * In a tab that was kept open when its session ended: somebody signs in in another tab, and this one goes on where it was. A hidden tab
 * waits until it is looked at.
 */
export function useRetomar(ligada: boolean, onRetomada: () => void): void {
  const resumed = useEffectEvent(onRetomada);
  useEffect(() => {
    if (!ligada) return;
    let tentada = Date.now();
    const tryAgain = (): void => {
      if (!isHoraDeRetomar(tentada, Date.now(), document.hidden)) return;
      tentada = Date.now();
      // Not reached is not refused: the next turn asks again.
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
