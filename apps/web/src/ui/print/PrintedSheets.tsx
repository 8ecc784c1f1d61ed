import { useEffect, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { loadCode } from "../../network/load-code.ts";

/**
 * What stands for the page on paper. Its code loads when the page has nothing else to do; the browser's
 * command "print" then draws it at once, and the page again afterwards.
 */
export function PrintedSheets<P extends object>(props: {
  load: () => Promise<React.ComponentType<P>>;
  sheet: P;
}): React.ReactNode {
  const { load, sheet } = props;
  const [Sheet, setSheet] = useState<React.ComponentType<P> | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const cancel = whenIdle(() => void loadCode(load).then((part) => setSheet(() => part)));
    // The print is taken as soon as the event is handled.
    const begin = (): void => {
      if (document.querySelector(PRINTED_ALONE) === null) flushSync(() => setPrinting(true));
    };
    const end = (): void => setPrinting(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      cancel();
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, [load]);
  if (!isPrinting || Sheet === null) return null;
  return createPortal(
    <div data-folhas>
      <Sheet {...sheet} />
    </div>,
    document.body,
  );
}

/** What Highcharts prints of itself: it moves a chart into the body, and hides the rest. */
const PRINTED_ALONE = "body > .highcharts-container";

const IDLE_MS = 1_500;

/** @returns cancels it */
function whenIdle(work: () => void): () => void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(work, IDLE_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 2 * IDLE_MS });
  return () => cancelIdleCallback(handle);
}
