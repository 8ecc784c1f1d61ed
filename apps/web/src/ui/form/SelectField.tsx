import { Group, NativeSelect } from "@mantine/core";
import { IconSelector, IconX } from "@tabler/icons-react";
import { selectTexts } from "../../texts/app/select-field.ts";
import type { FieldProps } from "./MaskedField.tsx";
import classes from "./SelectField.module.css";

export type SelectOption = { value: string; label: string };

/** Mantine's NativeSelect with a button that resets it to `empty`, which spec §9 asks of select boxes. */
export function SelectField(
  props: FieldProps & {
    options: readonly SelectOption[];
    empty: SelectOption;
    disabled?: boolean | undefined;
    ref?: React.Ref<HTMLSelectElement>;
  },
): React.JSX.Element {
  const {
    label: labelText,
    value: inputValue,
    onChange,
    onBlur,
    error,
    hint,
    options,
    empty,
    disabled = false,
    ref,
  } = props;
  const clearable = inputValue !== empty.value && !disabled;
  return (
    <NativeSelect
      ref={ref}
      label={labelText}
      value={inputValue}
      data={[empty, ...options]}
      error={error}
      description={error ? undefined : hint}
      disabled={disabled}
      onBlur={onBlur}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSectionWidth={clearable ? 56 : 32}
      rightSectionPointerEvents="none"
      rightSection={
        <Group component="span" gap={0} wrap="nowrap" c="dimmed">
          {clearable && (
            <button
              type="button"
              className={`icone icone-pequeno ${classes.clear}`}
              aria-label={selectTexts.limparCampo(labelText)}
              onClick={() => onChange(empty.value)}
            >
              <IconX size={14} stroke={1.8} aria-hidden="true" />
            </button>
          )}
          <IconSelector size={16} stroke={1.6} aria-hidden="true" />
        </Group>
      }
    />
  );
}

/** A multiple choice of toggle buttons. Mantine's Chip adds a tick, which moves the words beside it. */
export function MultiSelectField<T extends string | number>(props: {
  label: string;
  value: readonly T[];
  onChange: (inputValue: readonly T[]) => void;
  options: readonly { value: T; label: string }[];
}): React.JSX.Element {
  const { label: labelText, value: inputValue, onChange, options } = props;
  const toggle = (value: T): void =>
    onChange(
      options
        .map((option) => option.value)
        .filter((known) => (known === value ? !inputValue.includes(known) : inputValue.includes(known))),
    );
  return (
    <fieldset>
      <legend className="campo-rotulo">{labelText}</legend>
      <Group gap={6}>
        {options.map(({ value, label }) => (
          <label key={value} className={classes.option}>
            <input
              type="checkbox"
              className="vh"
              checked={inputValue.includes(value)}
              onChange={() => toggle(value)}
            />
            {label}
          </label>
        ))}
        {inputValue.length > 0 && (
          <button
            type="button"
            className="acao-barra"
            aria-label={selectTexts.limparCampo(labelText)}
            onClick={() => onChange([])}
          >
            {selectTexts.limpar}
          </button>
        )}
      </Group>
    </fieldset>
  );
}
