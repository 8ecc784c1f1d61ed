import { useEffect, useRef, useState } from "react";
import classes from "./Tooltip.module.css";

type ShownTooltip = { text: string; keys: string | undefined; isBeside: boolean; target: DOMRect };

const DELAY_MS = 250;
const GAP_PX = 6;
const MARGIN_PX = 12;

/**
 * The only tooltip of the page: shows the `data-dica` of the hovered or focused element, and its
 * `data-dica-tecla`, the other way to do the same. A list has sixty
 * flags: sixty of Mantine's tooltips cost more than the table, and one for all would be read out after the
 * accessible name, which must repeat the text.
 */
export function Tooltip(): React.JSX.Element | null {
  const [shown, setShown] = useState<ShownTooltip | null>(null);
  const timer = useRef(0);

  useEffect(() => {
    const hide = (): void => {
      window.clearTimeout(timer.current);
      setShown(null);
    };
    const show = (event: Event): void => {
      const target =
        event.target instanceof Element ? event.target.closest<HTMLElement>("[data-dica]") : null;
      const text = target?.dataset.dica;
      if (!target || !text) {
        hide();
        return;
      }
      if (event.type === "focusin" && !target.matches(":focus-visible")) return;
      window.clearTimeout(timer.current);
      const open = (): void =>
        setShown({
          text,
          keys: target.dataset.dicaTecla,
          isBeside: target.dataset.dicaLado !== undefined,
          target: target.getBoundingClientRect(),
        });
      timer.current = window.setTimeout(open, DELAY_MS);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape") hide();
    };
    document.addEventListener("pointerover", show);
    document.addEventListener("focusin", show);
    document.addEventListener("focusout", hide);
    document.addEventListener("pointerdown", hide);
    document.addEventListener("keydown", onKey);
    document.addEventListener("scroll", hide, true);
    return () => {
      window.clearTimeout(timer.current);
      document.removeEventListener("pointerover", show);
      document.removeEventListener("focusin", show);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("pointerdown", hide);
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("scroll", hide, true);
    };
  }, []);

  if (!shown) return null;
  return <TooltipBox {...shown} />;
}

/**
 * Above its target and inside the window; below it when there is no room above. With `data-dica-lado`, at its
 * right: above it are other entries of the same column.
 */
function TooltipBox({ text, keys, isBeside, target }: ShownTooltip): React.JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  useEffect(() => {
    const size = box.current?.getBoundingClientRect();
    if (!size) return;
    if (isBeside) {
      setPlace({ left: target.right + GAP_PX, top: target.top + (target.height - size.height) / 2 });
      return;
    }
    const middle = target.left + target.width / 2 - size.width / 2;
    const left = Math.max(MARGIN_PX, Math.min(middle, window.innerWidth - size.width - MARGIN_PX));
    const above = target.top - size.height - GAP_PX;
    setPlace({ left, top: above < MARGIN_PX ? target.bottom + GAP_PX : above });
  }, [target, isBeside]);
  const style = place ?? { left: 0, top: 0, visibility: "hidden" as const };
  return (
    <div ref={box} className={classes.dica} style={style} aria-hidden="true">
      {text}
      {keys && <span className={classes.keys}>{keys}</span>}
    </div>
  );
}
