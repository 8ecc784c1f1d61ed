import { Button, Group, Text } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";
import classes from "./TopBar.module.css";

/** A bar above the page about the whole application; what stands below it stays as it is. */
export function TopBar(props: {
  icon: TablerIcon;
  title: string;
  /** In the same line, and cut first. */
  text: string;
  action: string;
  onAction: () => void;
  busy?: boolean;
}): React.JSX.Element {
  const { icon: Icon, title, text, action, onAction, busy = false } = props;
  return (
    <Group className={`${classes.bar} sem-impressao`} role="status" wrap="nowrap" gap={12}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <p className={classes.words}>
        <b>{title}</b>{" "}
        <Text span inherit c="var(--on-ink-2)">
          {text}
        </Text>
      </p>
      <Button
        variant="default"
        size="compact-sm"
        className={classes.action}
        loading={busy}
        onClick={onAction}
      >
        {action}
      </Button>
    </Group>
  );
}
