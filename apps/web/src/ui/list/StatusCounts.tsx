import { Group, Text } from "@mantine/core";
import type { Tone } from "../documento/documento-status.ts";
import classes from "./StatusCounts.module.css";

/** How many rows of a list are in each state, each with a dot of its tone. */
export function StatusCounts(props: {
  counts: readonly { key: string; tone: Tone; text: string }[];
  /** The number of all rows; hidden on a phone, where the heading has it. */
  total?: string;
}): React.JSX.Element {
  return (
    <Group component="ul" gap="4px 24px" c="var(--text-2)" className={classes.counts}>
      {props.total && (
        <Text component="li" inherit visibleFrom="xs">
          {props.total}
        </Text>
      )}
      {props.counts.map(({ key, tone, text }) => (
        <li key={key} data-tom={tone}>
          {text}
        </li>
      ))}
    </Group>
  );
}
