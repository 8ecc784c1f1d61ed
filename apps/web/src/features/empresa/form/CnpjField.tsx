import { TextInput } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";
import { type Control, useController } from "react-hook-form";
import { empresaTexts as texts } from "../../../texts/admin/empresas.ts";
import { caretInMask, maskCnpj } from "./cnpj-mask.ts";
import type { FormValues } from "./empresa-form-values.ts";

/** The CNPJ field, masked while the user types or pastes; the caret keeps its place. */
export function CnpjField(props: {
  control: Control<FormValues>;
  hint: string;
  isReadOnly: boolean;
}): React.JSX.Element {
  const { control, hint, isReadOnly } = props;
  const { field, fieldState } = useController({ control, name: "cnpj" });
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const error = fieldState.error?.message;
  return (
    <TextInput
      label={texts.campos.cnpj}
      description={error ? undefined : hint}
      error={error}
      name={field.name}
      value={field.value}
      readOnly={isReadOnly}
      ref={(element) => {
        input.current = element;
        field.ref(element);
      }}
      onBlur={field.onBlur}
      onChange={({ currentTarget: { value, selectionStart } }) => {
        caret.current = caretInMask(value, selectionStart ?? value.length);
        field.onChange(maskCnpj(value));
      }}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  );
}
