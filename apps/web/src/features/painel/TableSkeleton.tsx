import { Skeleton, Stack } from "@mantine/core";
import { general } from "../../texts/app/general.ts";
import { places } from "../../ui/list/places.ts";

/** Rows of a table while its numbers load. rowHeight: in pixels. */
export function TableSkeleton({ rows, rowHeight }: { rows: number; rowHeight: number }): React.JSX.Element {
  return (
    <Stack gap={rowHeight - 12} px="var(--h-gutter)" py={10} role="status" aria-label={general.carregando}>
      {places(rows + 1).map((row) => (
        <Skeleton key={row} h={12} />
      ))}
    </Stack>
  );
}
