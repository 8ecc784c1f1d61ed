import classes from "./AuditorList.module.css";

/** Placeholder rows of the final height, shown until the first page arrives. */
export function AuditorSkeleton({ label }: { label: string }): React.JSX.Element {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: 20 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no other key
        <div key={row} className={classes.esqueleto}>
          <span style={{ width: 40 }} />
          <span style={{ width: 140 + ((row * 13) % 40) }} />
          <span style={{ width: 260 + ((row * 29) % 180) }} />
          <span style={{ width: 84 }} />
        </div>
      ))}
    </div>
  );
}
