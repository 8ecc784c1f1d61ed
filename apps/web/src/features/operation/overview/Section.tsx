import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import classes from "./Overview.module.css";

/** Section of the overview. A link to its `id` scrolls to it and focuses its heading. */
export function Section(props: {
  id: string;
  title: string;
  aside?: React.ReactNode;
  action?: React.ReactNode;
  children: React.ReactNode;
}): React.JSX.Element {
  const { id, title, aside, action, children } = props;
  const head = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  const target = hash === `#${id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each click on the link changes the key
  useEffect(() => {
    if (!target) return;
    head.current?.focus({ preventScroll: true });
    head.current?.scrollIntoView({ block: "nearest" });
  }, [target, key]);
  return (
    <section className={classes.section} aria-labelledby={id} data-target={target || undefined}>
      <div className={classes.head}>
        <h2 id={id} ref={head} tabIndex={-1} className="t-secao">
          {title}
        </h2>
        {aside && <span className={`${classes.aside} num`}>{aside}</span>}
        {action && <div className={classes.action}>{action}</div>}
      </div>
      {children}
    </section>
  );
}
