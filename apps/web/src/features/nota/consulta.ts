import { useEffect, useRef, useState } from "react";
import type { Consultavel } from "./consultar.ts";

/** The question to SEFAZ of one document on screen: its state, its start and its cancel. */
export function useConsulta(nota: Consultavel) {
  const [asking, setAsking] = useState(false);
  const running = useRef<AbortController | null>(null);
  // The page of a document is mounted anew for each: once it is gone, nobody waits for the answer.
  useEffect(() => () => running.current?.abort(), []);

  const start = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setAsking(true);
    const { consultar } = await import("./consultar.ts");
    await consultar(nota, controller.signal);
    if (running.current === controller) setAsking(false);
  };
  const cancel = (): void => {
    running.current?.abort();
    setAsking(false);
  };
  return { asking, start, cancel };
}
