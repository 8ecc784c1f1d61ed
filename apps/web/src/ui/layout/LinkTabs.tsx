import { Badge } from "@mantine/core";
import { Link } from "react-router-dom";

/**
 * Tabs that are links; when they do not fit, they scroll and the current one stays in view. Mantine's Tabs
 * are buttons of one page.
 */
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
    <nav className="tab-list" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.key}
          ref={tab.key === active ? showWhole : undefined}
          to={tab.to}
          className="tab"
          aria-current={tab.key === active ? "page" : undefined}
        >
          {tab.title}
          {tab.count && (
            <Badge
              component="span"
              className="num"
              {...(tab.tone === "aviso"
                ? { variant: "light", color: "warn" }
                : { variant: "filled", color: "bad" })}
            >
              {tab.count}
            </Badge>
          )}
        </Link>
      ))}
    </nav>
  );
}

function showWhole(tab: HTMLAnchorElement | null): void {
  const tabs = tab?.parentElement;
  if (!tabs) return;
  // With the next frame, which measures the page anyway.
  requestAnimationFrame(() => {
    tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft + tab.offsetWidth - tabs.clientWidth;
  });
}
