import { Skeleton, Stack } from "@mantine/core";
import { general } from "../../texts/app/general.ts";

/** Rows of a table while its numbers load. rowHeight: in pixels. */
export function TableSkeleton({ rows, rowHeight }: { rows: number; rowHeight: number }): React.JSX.Element {
  return (
    <Stack gap={rowHeight - 12} px="var(--h-gutter)" py={10} role="status" aria-label={general.carregando}>
      {Array.from({ length: rows + 1 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no other key
        <Skeleton key={row} h={12} />
      ))}
    </Stack>
  );
}
