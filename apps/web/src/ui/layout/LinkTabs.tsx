import { Link } from "react-router-dom";
import classes from "./LinkTabs.module.css";

/** Tabs that are links; when they do not fit, they scroll and the current one stays in view. */
export function LinkTabs(props: {
  label: string;
  tabs: readonly {
    key: string;
    title: string;
    to: string;
    count?: string | undefined;
    tone?: "ruim" | "aviso";
  }[];
  active: string;
}): React.JSX.Element {
  const { label, tabs, active } = props;
  return (
    <nav className={classes.abas} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.key}
          ref={tab.key === active ? showWhole : undefined}
          to={tab.to}
          className={classes.aba}
          aria-current={tab.key === active ? "page" : undefined}
        >
          {tab.title}
          {tab.count && (
            <span className={classes.contagem} data-tom={tab.tone ?? "ruim"}>
              {tab.count}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

function showWhole(tab: HTMLAnchorElement | null): void {
  const tabs = tab?.parentElement;
  if (tabs) tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft + tab.offsetWidth - tabs.clientWidth;
}
