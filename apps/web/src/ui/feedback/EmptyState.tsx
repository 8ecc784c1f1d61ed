import { Group, Text } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";
import classes from "./feedback.module.css";

/** Replaces empty content: what is missing, why, and the next action. */
export function EmptyState(props: {
  icon: TablerIcon;
  title: string;
  children?: React.ReactNode;
  action?: React.ReactNode;
  isAlert?: boolean;
}): React.JSX.Element {
  const { icon: Icon, title, children, action, isAlert = false } = props;
  return (
    <Group
      className={classes.empty}
      gap={12}
      wrap="nowrap"
      align="flex-start"
      role={isAlert ? "alert" : undefined}
    >
      <Icon size={28} stroke={1.5} aria-hidden="true" />
      <div>
        <h2 className="t-secao">{title}</h2>
        {children && (
          <Text mt={4} c="var(--text-2)">
            {children}
          </Text>
        )}
        {action && <Group mt={12}>{action}</Group>}
      </div>
    </Group>
  );
}
