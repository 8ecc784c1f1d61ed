import { CODE128_QUIET_MODULES, code128Widths } from "@malote/syntax";
import { Logo } from "../layout/Logo.tsx";
import classes from "./Sheet.module.css";

/** The first line of every sheet: the product, whose documents, what they are. */
export function Letterhead({ owner, kind }: { owner: string; kind: string }): React.JSX.Element {
  return (
    <header className={classes.letterhead}>
      <Logo size={16} />
      <span>{owner}</span>
      <span>{kind}</span>
    </header>
  );
}

const BAR_HEIGHT = 30;

/** An access key as a bar code, one unit per module. @throws RangeError for a text that is no key */
export function ChaveBars({ chave, className }: { chave: string; className?: string }): React.JSX.Element {
  const widths = code128Widths(chave);
  const total = widths.reduce((sum, width) => sum + width, 2 * CODE128_QUIET_MODULES);
  let x = CODE128_QUIET_MODULES;
  let path = "";
  for (const [i, width] of widths.entries()) {
    if (i % 2 === 0) path += `M${x} 0h${width}v${BAR_HEIGHT}h-${width}z`;
    x += width;
  }
  return (
    <svg
      className={className}
      viewBox={`0 0 ${total} ${BAR_HEIGHT}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
