import { formatSize } from "@malote/syntax";
import { Group, Text } from "@mantine/core";

/** Name and size of a file in a row; a long name is cut, the size never. */
export function FileName(props: {
  name: string;
  size: number;
  /** After the size. */
  children?: React.ReactNode;
}): React.JSX.Element {
  const { name, size, children } = props;
  return (
    <Group component="span" gap={8} wrap="nowrap" miw={0} maw="100%">
      <Text span inherit truncate fw={550} c="var(--text)" title={name}>
        {name}
      </Text>
      <span className="t-rotulo num">{formatSize(size)}</span>
      {children}
    </Group>
  );
}
