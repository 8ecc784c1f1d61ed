import { TextInput, type TextInputProps } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";
import { caretInMascara, MASCARAS, type Mascara } from "./mascara.ts";

/** Props of every text field of this folder. */
export type CampoProps = {
  rotulo: string;
  valor: string;
  onChange: (valor: string) => void;
  onBlur?: (() => void) | undefined;
  erro?: string | undefined;
  /** A hint; an error replaces it. */
  dica?: React.ReactNode;
};

/** A field for a CNPJ, CPF or access key, masked while typing or pasting. `valor` has no separators. */
export function MascaraCampo(
  props: CampoProps & { mascara: Exclude<keyof typeof MASCARAS, "data">; readOnly?: boolean },
): React.JSX.Element {
  const { rotulo, valor, onChange, onBlur, erro, dica, mascara, readOnly } = props;
  const forma = MASCARAS[mascara];
  const campo = useMascara(forma, forma.veste(valor), (masked) => onChange(forma.limpa(masked)));
  return (
    <TextInput
      label={rotulo}
      error={erro}
      description={erro ? undefined : dica}
      readOnly={readOnly}
      onBlur={onBlur}
      {...campo}
    />
  );
}

type Mascarado = Pick<TextInputProps, "value" | "onChange" | "autoComplete" | "spellCheck"> & {
  ref: React.RefObject<HTMLInputElement | null>;
};

/** Applies a mask while typing and keeps the caret in place. */
export function useMascara(mascara: Mascara, value: string, onChange: (masked: string) => void): Mascarado {
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
      caret.current = caretInMascara(mascara, typed, selectionStart ?? typed.length);
      onChange(mascara.veste(mascara.limpa(typed)));
    },
  };
}
