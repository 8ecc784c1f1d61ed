import { useEffect, useState } from "react";

/** Time between two looks at where the target is, in ms: pages load, scroll and change under it. */
const LOOK_MS = 250;

/** Where the first visible of some elements is; null while none is. */
export function useTarget(selectors: readonly string[]): DOMRect | null {
  const [rect, setRect] = useState<DOMRect | null>(null);
  useEffect(() => {
    const look = (): void => {
      const next = visibleRectOf(selectors);
      setRect((current) => (isSame(current, next) ? current : next));
    };
    look();
    const timer = window.setInterval(look, LOOK_MS);
    window.addEventListener("resize", look);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener("resize", look);
    };
  }, [selectors]);
  return rect;
}

function visibleRectOf(selectors: readonly string[]): DOMRect | null {
  for (const selector of selectors) {
    const found = document.querySelector(selector);
    if (!found?.checkVisibility({ visibilityProperty: true })) continue;
    const rect = found.getBoundingClientRect();
    if (rect.width > 0 && rect.top < window.innerHeight && rect.bottom > 0) return rect;
  }
  return null;
}

function isSame(a: DOMRect | null, b: DOMRect | null): boolean {
  if (a === null || b === null) return a === b;
  return a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height;
}
