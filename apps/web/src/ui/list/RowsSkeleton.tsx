import { Skeleton } from "@mantine/core";
import { general } from "../../texts/app/general.ts";
import { places } from "./places.ts";
import classes from "./RowsSkeleton.module.css";
import { rowHeightOf } from "./row-height.ts";

/** Placeholder rows of the final height while the first rows load. */
export function RowsSkeleton(props: {
  rows: number;
  /** Widths of the cells of a row, in pixels. */
  widths: readonly number[];
  /** Height of a row in pixels, when it has more than one line. */
  rowHeight?: number | undefined;
}): React.JSX.Element {
  const { rows, widths, rowHeight } = props;
  return (
    <div role="status" aria-label={general.carregando} style={rowHeightOf(rowHeight)}>
      {places(rows).map((row) => (
        <div key={row} className={classes.row}>
          {places(widths.length).map((column) => (
            <Skeleton
              key={column}
              flex="none"
              w={(widths[column] ?? 0) + ((row * 7 + column * 5) % 12)}
              h={10}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
