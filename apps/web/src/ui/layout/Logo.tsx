import { useId } from "react";
import classes from "./Logo.module.css";

/** The logo, a pouch whose flap is a tick, with or without the product name. */
export function Logo({ size = 24, name = true }: { size?: number; name?: boolean }): React.JSX.Element {
  const mask = useId();
  return (
    <span className={classes.mark} style={{ "--size": `${size}px` } as React.CSSProperties}>
      <svg color="var(--brand)" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
        <mask id={mask}>
          <path fill="#fff" d="M0 0h32v32H0z" />
          <path
            fill="none"
            stroke="#000"
            strokeWidth="2.8"
            strokeLinejoin="round"
            d="M-.4 10.5 12.7 20.9 32.4 4.9"
          />
        </mask>
        <path
          mask={`url(#${mask})`}
          fill="currentColor"
          d="M7 3.5h18a4 4 0 0 1 4 4v12c0 5.5-4 9.5-9.5 9.5h-7C7 29 3 25 3 19.5v-12a4 4 0 0 1 4-4Z"
        />
      </svg>
      {name && "Malote"}
    </span>
  );
}
