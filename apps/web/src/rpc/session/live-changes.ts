import { useEffect, useSyncExternalStore } from "react";
import { noteResponse } from "../../network/note-response.ts";
import { queryClient } from "../call/query-client.ts";
import { getToken, onContinue } from "./session.ts";

const PATH = "/Services/novidades/fluxo";

/** Wait before a stream that ended is opened again, in ms: the first time, and at most. */
const RETRY_MS = { first: 2_000, max: 60_000 } as const;

/** Least time between two refreshes, in ms: a burst of e-mails is one. */
const REFRESH_MS = 2_000;

/** What a change of the conta makes stale. Not the lists: their rows must not move by themselves. A missing
 * XML that arrives does leave its list. */
const STALE = [
  ...([["notas", "abertas"], ["notas", "soma"], ["notas", "mais-antiga"], ["divergencias"]] as const),
  ...([["nota"], ["painel"], ["faltando"], ["chegadas"], ["lotes"], ["conta"]] as const),
];

let count = 0;
let open = false;
const listeners = new Set<() => void>();

/** Whether the server tells this tab of changes: what it would poll for, it then need not. */
export const isLive = (): boolean => open;

function setOpen(isOpen: boolean): void {
  if (open === isOpen) return;
  open = isOpen;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The same as {@link isLive}, for a page that shows it. */
export function useIsLive(): boolean {
  return useSyncExternalStore(subscribe, isLive, () => false);
}

/** How many changes the server has told this tab of. */
export function useChangeCount(): number {
  return useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  );
}

/** Refreshes the page whenever documents or e-mails of the conta change, while the tab is visible. */
export function useLiveChanges(): void {
  useEffect(() => {
    let timer: number | undefined;
    const refresh = (): void => {
      timer = undefined;
      count += 1;
      for (const listener of listeners) listener();
      for (const queryKey of STALE) void queryClient.invalidateQueries({ queryKey });
    };
    const end = followChanges(() => {
      timer ??= window.setTimeout(refresh, REFRESH_MS);
    });
    return () => {
      end();
      window.clearTimeout(timer);
    };
  }, []);
}

/** Follows the stream of the server; a hidden tab has none, and holds no connection. @returns ends it */
function followChanges(onChange: () => void): () => void {
  let current: AbortController | null = null;
  let timer: number | undefined;
  let delay: number = RETRY_MS.first;
  let wasOpen = false;
  const pause = (): void => {
    window.clearTimeout(timer);
    current?.abort();
    current = null;
    setOpen(false);
  };
  const begin = async (): Promise<void> => {
    const mine = new AbortController();
    current = mine;
    const ended = await readStream(mine.signal, {
      onOpen: () => {
        delay = RETRY_MS.first;
        // What happened between two streams.
        if (wasOpen) onChange();
        wasOpen = true;
      },
      onChange,
    });
    if (current !== mine) return;
    setOpen(false);
    if (ended === "refused") return;
    timer = window.setTimeout(() => void begin(), delay);
    delay = Math.min(2 * delay, RETRY_MS.max);
  };
  const follow = (): void => {
    pause();
    if (!document.hidden) void begin();
  };
  document.addEventListener("visibilitychange", follow);
  const stop = onContinue(follow);
  follow();
  return () => {
    stop();
    document.removeEventListener("visibilitychange", follow);
    pause();
  };
}

/** Reads one stream to its end. @returns "refused" when the session is over: another call shows that */
async function readStream(
  signal: AbortSignal,
  { onOpen, onChange }: { onOpen: () => void; onChange: () => void },
): Promise<"ended" | "refused"> {
  const token = getToken();
  if (token === null) return "refused";
  try {
    const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
    const response = await fetch(PATH, { headers, signal, cache: "no-store", credentials: "omit" });
    noteResponse(response);
    if (response.status === 401 || response.status === 403) return "refused";
    if (!response.ok || response.body === null) return "ended";
    setOpen(true);
    onOpen();
    let rest = "";
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const events = (rest + text).split("\n\n");
      rest = events.pop() ?? "";
      if (events.some((event) => event.startsWith("event: mudou"))) onChange();
    }
    return "ended";
  } catch {
    // Offline, stopped, or left: the caller asks again where that makes sense.
    return "ended";
  }
}
