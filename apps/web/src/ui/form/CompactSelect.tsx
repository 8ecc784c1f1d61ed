import { NativeSelect } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";

/** A select in the bar above a list: it filters at once; its label is for screen readers only. */
export function CompactSelect(props: {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}): React.JSX.Element {
  const { label, value, options, onChange } = props;
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      data={[...options]}
      size="xs"
      rightSection={<IconSelector size={16} stroke={1.6} aria-hidden="true" />}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
