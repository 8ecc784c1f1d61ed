import { TextInput } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";
import { type Control, useController } from "react-hook-form";
import { empresa as textos } from "../../textos/empresas.ts";
import type { Campos } from "./campos.ts";
import { caretInMask, maskCnpj } from "./mascara.ts";

/** The CNPJ field, masked while the user types or pastes; the caret keeps its place. */
export function CnpjCampo(props: {
  control: Control<Campos>;
  dica: string;
  fixo: boolean;
}): React.JSX.Element {
  const { control, dica, fixo } = props;
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
      label={textos.campos.cnpj}
      description={error ? undefined : dica}
      error={error}
      name={field.name}
      value={field.value}
      readOnly={fixo}
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
