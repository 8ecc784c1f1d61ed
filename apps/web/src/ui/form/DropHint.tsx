import { Box, Center, Group } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";

/** What can be dropped on an area: an icon in a circle, a title, and a text below it. */
export function DropHint(props: {
  icon: TablerIcon;
  title: string;
  titleId?: string;
  text: string;
}): React.JSX.Element {
  const { icon: Icon, title, titleId, text } = props;
  return (
    // Grows before a button beside it, which takes the whole line only when it is alone there.
    <Group component="span" flex="999 1 280px" gap={16} wrap="nowrap" miw={0}>
      <Center component="span" flex="none" w={48} h={48} bdrs={24} bg="var(--accent-soft)" c="var(--accent)">
        <Icon size={24} stroke={1.6} aria-hidden="true" />
      </Center>
      <Box component="span" className="wrap-anywhere">
        <b className="t-painel" id={titleId}>
          {title}
        </b>
        <br />
        <span className="t-second">{text}</span>
      </Box>
    </Group>
  );
}
