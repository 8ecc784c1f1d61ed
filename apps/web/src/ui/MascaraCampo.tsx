import { TextInput, type TextInputProps } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";
import { caretInMascara, MASCARAS, type Mascara } from "./mascara.ts";

/** What every typed field of ours takes. */
export type CampoProps = {
  rotulo: string;
  valor: string;
  onChange: (valor: string) => void;
  onBlur?: (() => void) | undefined;
  erro?: string | undefined;
  /** A hint, until there is something wrong. */
  dica?: React.ReactNode;
};

/** A CNPJ, CPF or access key, masked while it is typed or pasted. `valor` is without its signs. */
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

/** Puts a mask on a text while it is typed; the caret stays where the person put it. */
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
