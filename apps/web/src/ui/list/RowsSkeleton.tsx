import { general } from "../../texts/app/general.ts";
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
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no other key
        <div key={row} className={classes.row}>
          {widths.map((width, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells of a skeleton have no other key
            <span key={column} style={{ width: width + ((row * 7 + column * 5) % 12) }} />
          ))}
        </div>
      ))}
    </div>
  );
}
