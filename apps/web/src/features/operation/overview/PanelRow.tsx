import { Box, Text } from "@mantine/core";
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
    <li className={classes.row} data-warn={warn || undefined}>
      {icon}
      <Box flex={1} miw={0}>
        <Text size="sm" lh="18px" fw={550} truncate c={warn ? "var(--warn-text)" : undefined} title={title}>
          {title}
        </Text>
        <Text
          size="xs"
          lh="17px"
          c="dimmed"
          truncate={!warn}
          className={warn ? classes.long : undefined}
          title={text}
        >
          {text}
        </Text>
      </Box>
      {children && <div className={classes.end}>{children}</div>}
    </li>
  );
}
