import { Box, Group, Stack } from "@mantine/core";
import { general } from "../../../texts/app/general.ts";
import { DocPanes } from "../../../ui/layout/DocPage.tsx";
import { useIsPhone } from "../../../ui/layout/page-hooks.ts";

const RULE = "1px solid var(--line)";

/** Placeholder of the document page, with the lines in their final places. */
export function NotaSkeleton(): React.JSX.Element {
  const phone = useIsPhone();
  return (
    <div role="status" aria-label={general.carregando}>
      <Strip height={57} widths={[180]} />
      {!phone && <Strip height={59} widths={Array<number>(7).fill(110)} />}
      <DocPanes
        left={
          <Stack gap={20} p="20px var(--h-gutter)">
            <Box h={244} bd={RULE} bdrs="lg" />
            <Bars widths={[220, 300, 260, 180, 320]} />
          </Stack>
        }
        right={
          <Stack gap={20} p="20px var(--h-gutter)">
            <Bars widths={[90, 420, 380, 440, 400]} />
          </Stack>
        }
      />
    </div>
  );
}

function Strip({ height, widths }: { height: number; widths: readonly number[] }): React.JSX.Element {
  return (
    <Group
      h={height}
      px="var(--h-gutter)"
      justify="space-between"
      wrap="nowrap"
      style={{ borderBottom: RULE }}
    >
      <Bars widths={widths} />
    </Group>
  );
}

function Bars({ widths }: { widths: readonly number[] }): React.JSX.Element[] {
  return widths.map((width, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the bars of a skeleton have no other key
    <Box key={index} w={width} maw="100%" h={12} bdrs={6} bg="var(--neutral-soft)" />
  ));
}
