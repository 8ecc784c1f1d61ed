import { Text } from "@mantine/core";
import classes from "./operation.module.css";

/** Words of a cell on one line, whole in its hint; on a phone they wrap. strong: names the row. */
export function Clip(props: { words: string; strong?: boolean; className?: string }): React.JSX.Element {
  const { words, strong = false, className } = props;
  return (
    <Text
      inherit
      component={strong ? "b" : "span"}
      fw={strong ? 550 : undefined}
      c={strong ? undefined : "var(--text-2)"}
      className={className ? `${classes.clip} ${className}` : classes.clip}
      title={words}
    >
      {words}
    </Text>
  );
}
