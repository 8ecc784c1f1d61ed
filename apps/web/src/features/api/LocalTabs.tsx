import { useId, useRef } from "react";
import classes from "./Api.module.css";

/** Tabs inside a page: arrow keys, Home and End move between them; the active panel is below. */
export function LocalTabs<K extends string>(props: {
  label: string;
  tabs: readonly { key: K; title: string }[];
  active: K;
  onChange: (key: K) => void;
  children: React.ReactNode;
}): React.JSX.Element {
  const { label, tabs, active, onChange, children } = props;
  const id = useId();
  const buttons = useRef(new Map<K, HTMLButtonElement>());
  const move = (event: React.KeyboardEvent): void => {
    const at = tabs.findIndex(({ key }) => key === active);
    const to = NEXT[event.key]?.(at, tabs.length);
    const next = to === undefined ? undefined : tabs[to];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.key);
    buttons.current.get(next.key)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} className={classes.abas} onKeyDown={move}>
        {tabs.map(({ key, title }) => (
          <button
            key={key}
            ref={(tabElement) => {
              if (tabElement) buttons.current.set(key, tabElement);
            }}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={key === active}
            aria-controls={`${id}-painel`}
            tabIndex={key === active ? 0 : -1}
            className={classes.aba}
            onClick={() => onChange(key)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-painel`} aria-labelledby={`${id}-${active}`} className={classes.painel}>
        {children}
      </div>
    </>
  );
}

const NEXT: Readonly<Record<string, (at: number, length: number) => number>> = {
  ArrowRight: (at, length) => (at + 1) % length,
  ArrowLeft: (at, length) => (at - 1 + length) % length,
  Home: () => 0,
  End: (_, length) => length - 1,
};
