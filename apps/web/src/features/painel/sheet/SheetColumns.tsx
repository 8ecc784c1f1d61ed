import { labelledPlaces } from "../../../charts/chart-labels.ts";
import type { ChartData } from "../../../charts/chart-options.ts";
import classes from "./PainelSheet.module.css";

/** Size of the drawing, in units of a tenth of a millimetre: half of an A4 sheet wide. */
const WIDTH = 900;
const HEIGHT = 560;
const FOOT = 40;
const HEAD = 36;
const GAP_SHARE = 0.28;

/** A chart on paper: one column for each period, in one ink, and the period before as a dashed line. */
export function SheetColumns({
  data,
  format,
}: {
  data: ChartData;
  format: (value: number) => string;
}): React.JSX.Element {
  const sums = data.labels.map((_, at) => sumAt(data, at));
  const before = data.before?.values ?? [];
  const max = Math.max(...sums, ...before, 1);
  const step = WIDTH / Math.max(sums.length, 1);
  const yOf = (value: number): number => HEIGHT - FOOT - (value / max) * (HEIGHT - FOOT - HEAD);
  const middleOf = (at: number): number => (at + 0.5) * step;
  const width = step * (1 - GAP_SHARE);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={classes.chart} role="img" aria-label={data.title}>
      <text x={0} y={HEAD - 12} className={classes.tick}>
        {format(Math.max(...sums, ...before, 0))}
      </text>
      {sums.map((sum, at) => (
        <rect
          key={data.longLabels[at]}
          x={middleOf(at) - width / 2}
          y={yOf(sum)}
          width={width}
          height={HEIGHT - FOOT - yOf(sum)}
          fill="#4a4a4a"
        />
      ))}
      {before.length > 1 && (
        <polyline
          points={before.map((value, at) => `${middleOf(at)},${yOf(value)}`).join(" ")}
          fill="none"
          stroke="#000"
          strokeWidth={4}
          strokeDasharray="12 9"
        />
      )}
      <line x1={0} x2={WIDTH} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} stroke="#000" strokeWidth={3} />
      {labelledPlaces(0, sums.length - 1).map((at) => (
        <text
          key={at}
          // A label of the first column would begin outside.
          x={at === 0 ? 0 : middleOf(at)}
          y={HEIGHT - 4}
          textAnchor={at === 0 ? "start" : "middle"}
          className={classes.tick}
        >
          {data.labels[at]}
        </text>
      ))}
    </svg>
  );
}

function sumAt({ series }: ChartData, at: number): number {
  return series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0);
}
