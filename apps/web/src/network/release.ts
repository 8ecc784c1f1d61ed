import { useSyncExternalStore } from "react";

/** The header in which the server names the entry file of the interface that it serves now. */
const HEADER = "malote-interface";

let outdated = false;
const listeners = new Set<() => void>();

/** The entry file of this page; null in a development server. */
function ownEntry(): string | null {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src^="/assets/"]');
  return script?.getAttribute("src") ?? null;
}

/** Compares this page with the interface that the server serves now. */
export function noteRelease({ headers }: Response): void {
  const served = headers.get(HEADER);
  const own = ownEntry();
  if (outdated || served === null || own === null || served === own) return;
  outdated = true;
  for (const listener of listeners) listener();
}

/** Whether the server serves a newer interface than this page. */
export function useIsOutdated(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => outdated,
    () => false,
  );
}
