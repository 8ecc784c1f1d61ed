import { useEffect, useRef, useState } from "react";
import classes from "./Dica.module.css";

type Mostrada = { texto: string; alvo: DOMRect };

const ESPERA_MS = 250;
const FOLGA_PX = 6;
const MARGEM_PX = 12;

/**
 * The only tooltip of the page: shows the `data-dica` of the hovered or focused element. A list has sixty
 * flags;
 * sixty tooltip components cost more than the table. The accessible name must repeat the text.
 */
export function Dica(): React.JSX.Element | null {
  const [mostrada, setMostrada] = useState<Mostrada | null>(null);
  const timer = useRef(0);

  useEffect(() => {
    const hide = (): void => {
      window.clearTimeout(timer.current);
      setMostrada(null);
    };
    const show = (event: Event): void => {
      const alvo = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-dica]") : null;
      const texto = alvo?.dataset.dica;
      if (!alvo || !texto) {
        hide();
        return;
      }
      if (event.type === "focusin" && !alvo.matches(":focus-visible")) return;
      window.clearTimeout(timer.current);
      const open = (): void => setMostrada({ texto, alvo: alvo.getBoundingClientRect() });
      timer.current = window.setTimeout(open, ESPERA_MS);
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

  if (!mostrada) return null;
  return <Balao {...mostrada} />;
}

/** Above its target and inside the window; below it when there is no room above. */
function Balao({ texto, alvo }: Mostrada): React.JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  useEffect(() => {
    const size = box.current?.getBoundingClientRect();
    if (!size) return;
    const middle = alvo.left + alvo.width / 2 - size.width / 2;
    const left = Math.max(MARGEM_PX, Math.min(middle, window.innerWidth - size.width - MARGEM_PX));
    const above = alvo.top - size.height - FOLGA_PX;
    setPlace({ left, top: above < MARGEM_PX ? alvo.bottom + FOLGA_PX : above });
  }, [alvo]);
  const style = place ?? { left: 0, top: 0, visibility: "hidden" as const };
  return (
    <div ref={box} className={classes.dica} style={style} aria-hidden="true">
      {texto}
    </div>
  );
}
