import { useEffect, useState } from "react";
import { onClockMove, serverNow } from "../../network/clock.ts";

const TICK_MS = 30_000;

/** The time at the server, updated twice a minute, for relative times. */
export function useNow(): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const read = (): void => setNow(serverNow());
    const timer = window.setInterval(read, TICK_MS);
    const stop = onClockMove(read);
    return () => {
      window.clearInterval(timer);
      stop();
    };
  }, []);
  return now;
}
