import { TextInput, type TextInputProps } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";
import { caretInMask, MASKS, type Mask } from "./masks.ts";

/** Props of every text field of this folder. */
export type FieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  error?: string | undefined;
  /** A hint; an error replaces it. */
  hint?: React.ReactNode;
};

/** A field for a CNPJ, CPF or access key, masked while typing or pasting. `value` has no separators. */
export function MaskedField(
  props: FieldProps & { mask: Exclude<keyof typeof MASKS, "data">; readOnly?: boolean },
): React.JSX.Element {
  const { label, value, onChange, onBlur, error, hint, mask, readOnly } = props;
  const format = MASKS[mask];
  const field = useMask(format, format.format(value), (masked) => onChange(format.strip(masked)));
  return (
    <TextInput
      label={label}
      error={error}
      description={error ? undefined : hint}
      readOnly={readOnly}
      onBlur={onBlur}
      {...field}
    />
  );
}

type MaskedInput = Pick<TextInputProps, "value" | "onChange" | "autoComplete" | "spellCheck"> & {
  ref: React.RefObject<HTMLInputElement | null>;
};

/** Applies a mask while typing and keeps the caret in place. */
export function useMask(mask: Mask, value: string, onChange: (masked: string) => void): MaskedInput {
  const ref = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    ref.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return {
    ref,
    value,
    autoComplete: "off",
    spellCheck: false,
    onChange: ({ currentTarget: { value: typed, selectionStart } }) => {
      caret.current = caretInMask(mask, typed, selectionStart ?? typed.length);
      onChange(mask.format(mask.strip(typed)));
    },
  };
}
