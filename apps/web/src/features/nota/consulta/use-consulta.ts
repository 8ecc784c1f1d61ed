import { useEffect, useRef, useState } from "react";
import type { ConsultableNota } from "./request-consulta.ts";
import { requestConsulta } from "./request-consulta.ts";

/** State, start and cancel of a consulta for the document on screen. */
export function useConsulta(nota: ConsultableNota) {
  const [isRunning, setIsRunning] = useState(false);
  const running = useRef<AbortController | null>(null);
  // Each document mounts its own page: stop waiting for the answer on unmount.
  useEffect(() => () => running.current?.abort(), []);

  const start = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setIsRunning(true);
    await requestConsulta(nota, controller.signal);
    if (running.current === controller) setIsRunning(false);
  };
  const cancel = (): void => {
    running.current?.abort();
    setIsRunning(false);
  };
  return { asking: isRunning, start, cancel };
}
