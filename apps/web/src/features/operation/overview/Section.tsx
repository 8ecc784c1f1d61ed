import { Box, Group } from "@mantine/core";
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
      <Group mih={20} mb={7} className={classes.inset}>
        <h2 id={id} ref={head} tabIndex={-1} className="t-secao">
          {title}
        </h2>
        {aside && <span className="t-dimmed num">{aside}</span>}
        {action && (
          <Box ml="auto" fz="xs">
            {action}
          </Box>
        )}
      </Group>
      {children}
    </section>
  );
}
