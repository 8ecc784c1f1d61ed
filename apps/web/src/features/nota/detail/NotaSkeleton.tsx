import { Box, Group, Stack } from "@mantine/core";
import { general } from "../../../texts/app/general.ts";
import { DocPanes } from "../../../ui/layout/DocPage.tsx";
import { useIsPhone } from "../../../ui/layout/page-hooks.ts";
import { places } from "../../../ui/list/places.ts";

const RULE = "1px solid var(--line)";

/** Placeholder of the document page, with the lines in their final places. */
export function NotaSkeleton(): React.JSX.Element {
  const strip = { px: "var(--h-gutter)", justify: "space-between", style: { borderBottom: RULE } } as const;
  const pane = { gap: 20, p: "20px var(--h-gutter)" };
  return (
    <div role="status" aria-label={general.carregando}>
      <Group h={57} {...strip}>
        {bars(180)}
      </Group>
      {!useIsPhone() && (
        <Group h={59} wrap="nowrap" {...strip}>
          {bars(110, 110, 110, 110, 110, 110, 110)}
        </Group>
      )}
      <DocPanes
        left={
          <Stack {...pane}>
            <Box h={244} bd={RULE} bdrs="lg" />
            {bars(220, 300, 260, 180, 320)}
          </Stack>
        }
        right={<Stack {...pane}>{bars(90, 420, 380, 440, 400)}</Stack>}
      />
    </div>
  );
}

/** Bars of these widths, in pixels. */
function bars(...widths: readonly number[]): React.JSX.Element[] {
  return places(widths.length).map((place) => (
    <Box key={place} w={widths[place]} maw="100%" h={12} bdrs={6} bg="var(--neutral-soft)" />
  ));
}
