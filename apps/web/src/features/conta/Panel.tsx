import { Group, Stack, Text } from "@mantine/core";
import { useId } from "react";
import classes from "./Panel.module.css";

/** One section of the page of the conta. */
export function Panel(props: { title: string; text?: string; children: React.ReactNode }): React.JSX.Element {
  const { title, text, children } = props;
  const id = useId();
  return (
    <Stack component="section" gap={16} miw={0} className={classes.panel} aria-labelledby={id}>
      <header>
        <h2 id={id} className="t-secao">
          {title}
        </h2>
        {text && (
          <Text size="sm" mt={4} c="var(--text-2)">
            {text}
          </Text>
        )}
      </header>
      {children}
    </Stack>
  );
}

/** One row of a list in a section: what it is, the details, its actions. */
export function PanelRow(props: {
  title: string;
  details: readonly string[];
  children: React.ReactNode;
}): React.JSX.Element {
  const { title, details, children } = props;
  return (
    <Group component="li" justify="space-between" gap={12} wrap="nowrap" mih={52} className={classes.row}>
      <div>
        <Text size="sm" fw={550} className="wrap-anywhere">
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          {details.join(", ")}
        </Text>
      </div>
      {children}
    </Group>
  );
}
