import classes from "./EmailList.module.css";

/** Placeholder rows of the final height while the list loads. */
export function EmailListSkeleton({ label }: { label: string }): React.JSX.Element {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: 20 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no other key
        <div key={row} className={classes.esqueleto}>
          <span style={{ width: 120 + ((row * 13) % 40) }} />
          <span style={{ width: 320 + ((row * 29) % 180) }} />
          <span style={{ width: 84 }} />
        </div>
      ))}
    </div>
  );
}
