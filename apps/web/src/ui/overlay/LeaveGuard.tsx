import { useEffect, useRef } from "react";
import { type BlockerFunction, useBlocker } from "react-router-dom";
import { confirmLeave, hasUnsavedChanges, onUnsavedChange } from "./unsaved-changes.ts";

/** URL parameters that switch to another form on the same page. */
const FORM_PARAMS = ["tab", "secao", "passo"];

/** How long after a click on a file link the browser may still start its navigation, in ms. */
const DOWNLOAD_MS = 1_000;

/**
 * Asks before a form with unsaved changes is left: each page frame renders it once.
 */
export function LeaveGuard(): null {
  useQuestion();
  useUnload();
  return null;
}

/** Asks on a link and on the browser's back button. */
function useQuestion(): void {
  const blocker = useBlocker(isLeaving);
  const latest = useRef(blocker);
  latest.current = blocker;
  const asking = useRef(false);
  // The blocker, not its state: a link right after the answer may be blocked before the answer is rendered.
  useEffect(() => {
    if (blocker.state !== "blocked" || asking.current) return;
    asking.current = true;
    void confirmLeave().then((leave) => {
      asking.current = false;
      if (leave) latest.current.proceed?.();
      else latest.current.reset?.();
    });
  }, [blocker]);
}

/** Makes the browser ask when the tab is closed or reloaded. */
function useUnload(): void {
  useEffect(() => {
    let downloading = false;
    // To the browser a file link is a navigation until the response headers mark it as a download.
    const onClick = ({ target }: MouseEvent): void => {
      if (!(target instanceof Element) || !target.closest('a[href^="/Services/"]')) return;
      downloading = true;
      setTimeout(() => {
        downloading = false;
      }, DOWNLOAD_MS);
    };
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (!downloading) event.preventDefault();
    };
    // Only while needed: a page with this listener is not kept in the browser's back/forward cache.
    const follow = (): void => {
      if (hasUnsavedChanges()) window.addEventListener("beforeunload", onUnload);
      else window.removeEventListener("beforeunload", onUnload);
    };
    follow();
    const stop = onUnsavedChange(follow);
    document.addEventListener("click", onClick, true);
    return () => {
      stop();
      document.removeEventListener("click", onClick, true);
      window.removeEventListener("beforeunload", onUnload);
    };
  }, []);
}

/** No question after the session has ended: nothing could be saved any more. */
const isLeaving: BlockerFunction = ({ currentLocation, nextLocation }) => {
  if (!hasUnsavedChanges() || nextLocation.search.startsWith("?fim=1")) return false;
  if (currentLocation.pathname !== nextLocation.pathname) return true;
  const [before, after] = [currentLocation, nextLocation].map(({ search }) => new URLSearchParams(search));
  return FORM_PARAMS.some((param) => before?.get(param) !== after?.get(param));
};
