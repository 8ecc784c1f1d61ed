import { useEffect, useRef } from "react";
import { useBlocker } from "react-router-dom";
import { confirmar } from "./confirmar.tsx";

type Pergunta = Parameters<typeof confirmar>[0];

/**
 * Asks before what was typed is lost: by a link, the browser's back, a closed tab. A session that ended is not asked
 * about: there is nothing to stay for.
 * @returns called by who leaves with everything saved
 */
export function useAbandonar(dirty: boolean, pergunta: Pergunta): () => void {
  const leaving = useRef(false);
  const guarded = useRef(dirty);
  guarded.current = dirty;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      guarded.current &&
      !leaving.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      !nextLocation.search.startsWith("?fim=1"),
  );

  const { state } = blocker;
  const asked = useRef(blocker);
  asked.current = blocker;
  const question = useRef(pergunta);
  question.current = pergunta;
  useEffect(() => {
    if (state !== "blocked") return;
    void confirmar(question.current).then((leave) => {
      if (leave) asked.current.proceed?.();
      else asked.current.reset?.();
    });
  }, [state]);

  useEffect(() => {
    if (!dirty) return;
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (!leaving.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", onUnload);
    return () => window.removeEventListener("beforeunload", onUnload);
  }, [dirty]);

  return () => {
    leaving.current = true;
  };
}
