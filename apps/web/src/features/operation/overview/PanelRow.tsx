import { Box, Group, Text } from "@mantine/core";
import classes from "./Overview.module.css";

/** Row of a panel: a title, a text below it, and an action on the right. */
export function PanelRow(props: {
  icon?: React.ReactNode;
  /** Draws the icon as a warning. */
  warn?: boolean;
  title: string;
  text: string;
  children?: React.ReactNode;
}): React.JSX.Element {
  const { icon, warn = false, title, text, children } = props;
  return (
    <Group component="li" gap={10} wrap="nowrap" mih={45} py={5} className={classes.row}>
      {icon && (
        <Box flex="none" h={16} c={warn ? "var(--warn-icon)" : "var(--ok-icon)"}>
          {icon}
        </Box>
      )}
      <Box flex={1} miw={0}>
        <Text size="sm" lh="18px" fw={550} truncate c={warn ? "var(--warn-text)" : undefined} title={title}>
          {title}
        </Text>
        <Text size="xs" lh="17px" c="dimmed" truncate={!warn} title={text}>
          {text}
        </Text>
      </Box>
      {children && (
        <Box flex="none" fz="xs">
          {children}
        </Box>
      )}
    </Group>
  );
}
