import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";

/** Pixels of a millimetre at 100 %. */
const PIXELS_PER_MM = 96 / 25.4;
/** Steps of the buttons, in percent. */
const STEPS = [25, 33, 50, 67, 75, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400];
const [LEAST = 25, MOST = 400] = [STEPS[0], STEPS.at(-1)];
/** Empty space around the paper, in pixels. */
const MARGIN = 24;
const PHONE_MARGIN = 16;

export type Zoom = {
  /** In percent. */
  percent: number;
  isFitted: boolean;
  /** Width of the paper, in pixels. */
  width: number;
  larger: () => void;
  smaller: () => void;
  fit: () => void;
  /** Any percentage, within the limits. */
  set: (percent: number) => void;
};

/**
 * The size of a paper of `widthMm` inside an area: fitted to its width, or of a chosen percentage.
 * @returns the zoom, and the ref of the area
 */
export function useZoom(widthMm: number): [Zoom, React.RefCallback<HTMLElement>] {
  const [areaWidth, setAreaWidth] = useState(0);
  const [chosen, setChosen] = useState<number | null>(null);
  const observer = useRef<ResizeObserver | null>(null);
  const ref = useCallback((area: HTMLElement | null): void => {
    observer.current?.disconnect();
    if (area === null) return;
    setAreaWidth(area.clientWidth);
    observer.current = new ResizeObserver(() => setAreaWidth(area.clientWidth));
    observer.current.observe(area);
  }, []);
  const full = widthMm * PIXELS_PER_MM;
  const margin = areaWidth < 600 ? PHONE_MARGIN : MARGIN;
  const fitted = Math.min(MOST, Math.max(1, ((areaWidth - 2 * margin) / full) * 100));
  const percent = chosen ?? Math.floor(fitted);
  const width = chosen === null ? Math.max(0, areaWidth - 2 * margin) : (full * chosen) / 100;
  const zoom: Zoom = {
    percent,
    isFitted: chosen === null,
    width: Math.min(width, (full * MOST) / 100),
    larger: () => setChosen(STEPS.find((step) => step > percent) ?? MOST),
    smaller: () => setChosen(STEPS.findLast((step) => step < percent) ?? LEAST),
    fit: () => setChosen(null),
    set: (wanted) => setChosen(Math.min(MOST, Math.max(LEAST, Math.round(wanted)))),
  };
  return [zoom, ref];
}

/**
 * Two fingers, the wheel with Ctrl, and Ctrl +, − and 0 change the size of the paper, not of the page, while
 * they are inside its frame; the scroll of one finger stays the browser's.
 */
export function useZoomGestures(frame: React.RefObject<HTMLElement | null>, zoom: Zoom): void {
  const start = useRef<{ distance: number; percent: number } | null>(null);
  const onTouch = useEffectEvent((event: TouchEvent): void => {
    const [one, two] = event.touches;
    if (!one || !two) {
      start.current = null;
      return;
    }
    event.preventDefault();
    const distance = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
    start.current ??= { distance, percent: zoom.percent };
    zoom.set((start.current.percent * distance) / start.current.distance);
  });
  const onWheel = useEffectEvent((event: WheelEvent): void => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    if (event.deltaY < 0) zoom.larger();
    else zoom.smaller();
  });
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    // Esc ends the full screen; the key of the page would also go back to the list.
    if (event.key === "Escape" && document.fullscreenElement) event.stopPropagation();
    if (!event.ctrlKey && !event.metaKey) return;
    const { larger, smaller, fit } = zoom;
    const action = { "+": larger, "=": larger, "-": smaller, "0": fit }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const end = new AbortController();
    // React's own listeners are passive: they could not keep the browser from zooming the page.
    const options = { passive: false, signal: end.signal };
    for (const type of ["touchstart", "touchmove", "touchend"] as const)
      frame.current?.addEventListener(type, (event) => onTouch(event), options);
    frame.current?.addEventListener("wheel", (event) => onWheel(event), options);
    frame.current?.addEventListener("keydown", (event) => onKey(event), options);
    return () => end.abort();
  }, [frame]);
}
