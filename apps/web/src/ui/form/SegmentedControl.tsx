import { Group, UnstyledButton } from "@mantine/core";
import classes from "./SegmentedControl.module.css";

/** A choice of two or three visible options, each a toggle button: Mantine's is a group of radio fields. */
export function SegmentedControl<T extends string>(props: {
  label: string;
  value: T;
  options: readonly T[];
  texts: Readonly<Record<T, string>>;
  onChange: (value: T) => void;
}): React.JSX.Element {
  const { label, value, options, texts, onChange } = props;
  return (
    <Group
      component="fieldset"
      gap={0}
      align="stretch"
      wrap="nowrap"
      h="var(--h-botao)"
      p={3}
      className={classes.segments}
      aria-label={label}
    >
      {options.map((option) => (
        <UnstyledButton
          key={option}
          className={classes.segment}
          aria-pressed={option === value}
          onClick={() => onChange(option)}
        >
          {texts[option]}
        </UnstyledButton>
      ))}
    </Group>
  );
}
