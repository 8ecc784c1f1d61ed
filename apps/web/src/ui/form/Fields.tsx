import { Divider, SimpleGrid, Stack, Switch } from "@mantine/core";
import type { FieldPathByValue, FieldValues, UseFormReturn } from "react-hook-form";
import { flag } from "./field.ts";

/** Fields side by side, below each other where there is no room. */
export function FieldPair({ children }: { children: React.ReactNode }): React.JSX.Element {
  return (
    <SimpleGrid minColWidth={200} autoFlow="auto-fit" spacing={18}>
      {children}
    </SimpleGrid>
  );
}

/** A switch, with what depends on it, under a rule. */
export function SwitchField<V extends FieldValues>(props: {
  form: UseFormReturn<V>;
  name: FieldPathByValue<V, boolean>;
  label: string;
  hint: string;
  disabled?: boolean;
  /** Replaces the change of the value. */
  onToggle?: (checked: boolean) => void;
  children?: React.ReactNode;
}): React.JSX.Element {
  const { form, name, label, hint, disabled = false, onToggle, children } = props;
  const bound = flag(form, name);
  return (
    <Stack>
      <Divider mb={6} />
      <Switch
        name={name}
        label={label}
        description={hint}
        disabled={disabled}
        checked={bound.checked}
        onChange={onToggle ? ({ currentTarget }) => onToggle(currentTarget.checked) : bound.onChange}
      />
      {children}
    </Stack>
  );
}
