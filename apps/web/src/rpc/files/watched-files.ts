import { useSyncExternalStore } from "react";
import { onForget } from "../session/session.ts";

/** A file that this user requested and was not yet notified about. */
export type WatchedFile = { tipo: "exportacao" | "repositorio"; id: string };

let watchedFiles: readonly WatchedFile[] = [];
const listeners = new Set<() => void>();

/** Watches a requested file: the user is notified when it is ready, on any page. */
export function watchFile(file: WatchedFile): void {
  set([...watchedFiles, file]);
}

/** Stops watching a file: the user was notified. */
export function forgetFile(id: string): void {
  set(watchedFiles.filter((watched) => watched.id !== id));
}

export function useWatchedFiles(): readonly WatchedFile[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => watchedFiles,
    () => watchedFiles,
  );
}

function set(next: readonly WatchedFile[]): void {
  watchedFiles = next;
  for (const listener of listeners) listener();
}

onForget(() => set([]));
