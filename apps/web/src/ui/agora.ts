import { useEffect, useState } from "react";

const TICK_MS = 30_000;

/** The present, moved on twice a minute: for what says how long ago or how soon. */
export function useAgora(): Date {
  const [agora, setAgora] = useState(() => new Date());
  useEffect(() => {
    const timer = window.setInterval(() => setAgora(new Date()), TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return agora;
}
