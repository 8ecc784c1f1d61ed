import { useEffect, useRef, useState } from "react";
import type { Consultavel } from "./consultar.ts";

/** State, start and cancel of a consulta for the document on screen. */
export function useConsulta(nota: Consultavel) {
  const [asking, setAsking] = useState(false);
  const running = useRef<AbortController | null>(null);
  // Each document mounts its own page: stop waiting for the answer on unmount.
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
