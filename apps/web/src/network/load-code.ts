import { lazy } from "react";
import { tryConnection, untilConnected } from "./connection.ts";

/** Waits before a file of code is requested again, in ms. */
const RETRY_MS = [500, 2_000] as const;

/**
 * Loads a part of the application. A failed request is repeated, and while the server cannot be reached it
 * waits: the open page stays.
 * @throws what `load` throws at last, e.g. when a newer release has replaced the file
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  for (const wait of RETRY_MS) {
    try {
      return await load();
    } catch (error) {
      await tryConnection();
      await untilConnected();
      await new Promise((resolve) => setTimeout(resolve, wait));
      await loadStyle(error);
    }
  }
  return await load();
}

/** The bundler requests the styles of a part only once: after a failure they are loaded here. */
async function loadStyle(error: unknown): Promise<void> {
  const href = /Unable to preload CSS for (\S+)/.exec(String(error))?.[1];
  if (href === undefined) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  await new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = resolve;
    document.head.append(link);
  });
}

/** A component that is loaded when it is first drawn, by `loadCode`. */
export const lazyPart = <P extends object>(load: () => Promise<React.ComponentType<P>>) =>
  lazy(async () => ({ default: await loadCode(load) }));
