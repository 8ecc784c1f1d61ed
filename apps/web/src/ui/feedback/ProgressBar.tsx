import { Progress } from "@mantine/core";

/** A progress bar. part: 0 to 1; null while unknown. */
export function ProgressBar(props: {
  part: number | null;
  label: string;
  short?: boolean;
}): React.JSX.Element {
  const { part, label, short = false } = props;
  const percent = Math.round(Math.min(1, Math.max(0, part ?? 0)) * 100);
  return (
    <Progress.Root size={6} miw={40} {...(short ? { w: 76 } : { flex: 1 })}>
      <Progress.Section
        role="progressbar"
        aria-label={label}
        value={percent}
        color="var(--done)"
        withAria={part !== null}
      />
    </Progress.Root>
  );
}
