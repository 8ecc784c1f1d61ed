import { lazy, Suspense, useEffect, useRef } from "react";
import { type BlockerFunction, useBlocker } from "react-router-dom";
import { askAbandonar, hasAlterados, onAlterados } from "./abandonar.ts";
import { usePerguntasWanted } from "./open-questions.ts";

const Perguntas = lazy(async () => ({ default: (await import("./Perguntas.tsx")).Perguntas }));

/** Parameters of an address that lead to another form on the same page. */
const LUGARES = ["tab", "secao", "passo"];

/** How long after a press on the address of a file the browser may still act on it, in ms. */
const BAIXAR_MS = 1_000;

/**
 * Keeps every form of a page from being left with unsaved changes; drawn once by each frame that
 * pages stand in.
 */
export function LeaveGuard(): React.JSX.Element | null {
  useQuestion();
  useUnload();
  if (!usePerguntasWanted()) return null;
  return (
    <Suspense>
      <Perguntas />
    </Suspense>
  );
}

/** Asks at a link and at the browser's back. */
function useQuestion(): void {
  const blocker = useBlocker(isLeaving);
  const { state } = blocker;
  const asked = useRef(blocker);
  asked.current = blocker;
  useEffect(() => {
    if (state !== "blocked") return;
    void askAbandonar().then((leave) => {
      if (leave) asked.current.proceed?.();
      else asked.current.reset?.();
    });
  }, [state]);
}

/** Has the browser ask in its own words when the tab is closed or loaded anew. */
function useUnload(): void {
  useEffect(() => {
    let downloading = false;
    // The address of a file leads away for the browser until its answer says that it is to be saved.
    const onClick = ({ target }: MouseEvent): void => {
      if (!(target instanceof Element) || !target.closest('a[href^="/Services/"]')) return;
      downloading = true;
      setTimeout(() => {
        downloading = false;
      }, BAIXAR_MS);
    };
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (!downloading) event.preventDefault();
    };
    // Only while needed: a browser does not keep a page that listens for its way back.
    const follow = (): void => {
      if (hasAlterados()) window.addEventListener("beforeunload", onUnload);
      else window.removeEventListener("beforeunload", onUnload);
    };
    follow();
    const stop = onAlterados(follow);
    document.addEventListener("click", onClick, true);
    return () => {
      stop();
      document.removeEventListener("click", onClick, true);
      window.removeEventListener("beforeunload", onUnload);
    };
  }, []);
}

/** A session that ended asks nothing: there is nothing to stay for. */
const isLeaving: BlockerFunction = ({ currentLocation, nextLocation }) => {
  if (!hasAlterados() || nextLocation.search.startsWith("?fim=1")) return false;
  if (currentLocation.pathname !== nextLocation.pathname) return true;
  const [before, after] = [currentLocation, nextLocation].map(({ search }) => new URLSearchParams(search));
  return LUGARES.some((lugar) => before?.get(lugar) !== after?.get(lugar));
};
