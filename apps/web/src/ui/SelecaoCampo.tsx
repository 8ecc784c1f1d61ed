import { NativeSelect } from "@mantine/core";
import { IconSelector, IconX } from "@tabler/icons-react";
import { selecao } from "../textos/selecao.ts";
import type { CampoProps } from "./MascaraCampo.tsx";
import classes from "./SelecaoCampo.module.css";

export type Opcao = { value: string; label: string };

/**
 * A select of one value or `vazio`; a button resets it to `vazio` (spec §9: select boxes allow clearing the
 * selection).
 */
export function SelecaoCampo(
  props: CampoProps & {
    opcoes: readonly Opcao[];
    vazio: Opcao;
    disabled?: boolean | undefined;
    ref?: React.Ref<HTMLSelectElement>;
  },
): React.JSX.Element {
  const { rotulo, valor, onChange, onBlur, erro, dica, opcoes, vazio, disabled = false, ref } = props;
  const limpavel = valor !== vazio.value && !disabled;
  return (
    <NativeSelect
      ref={ref}
      label={rotulo}
      value={valor}
      data={[vazio, ...opcoes]}
      error={erro}
      description={erro ? undefined : dica}
      disabled={disabled}
      onBlur={onBlur}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSectionWidth={limpavel ? 56 : 32}
      rightSectionPointerEvents="none"
      rightSection={
        <span className={classes.fim}>
          {limpavel && (
            <button
              type="button"
              className="icone icone-pequeno"
              aria-label={selecao.limparCampo(rotulo)}
              onClick={() => onChange(vazio.value)}
            >
              <IconX size={14} stroke={1.8} aria-hidden="true" />
            </button>
          )}
          <IconSelector size={16} stroke={1.6} aria-hidden="true" />
        </span>
      }
    />
  );
}

/** A multiple choice; each value is a toggle button. */
export function SelecoesCampo<T extends string | number>(props: {
  rotulo: string;
  valor: readonly T[];
  onChange: (valor: readonly T[]) => void;
  opcoes: readonly { value: T; label: string }[];
}): React.JSX.Element {
  const { rotulo, valor, onChange, opcoes } = props;
  const toggle = (value: T): void =>
    onChange(
      opcoes
        .map((opcao) => opcao.value)
        .filter((known) => (known === value ? !valor.includes(known) : valor.includes(known))),
    );
  return (
    <fieldset className={classes.varios}>
      <legend className="campo-rotulo">{rotulo}</legend>
      <div className={classes.opcoes}>
        {opcoes.map(({ value, label }) => (
          <label key={value} className={classes.opcao}>
            <input
              type="checkbox"
              className="vh"
              checked={valor.includes(value)}
              onChange={() => toggle(value)}
            />
            {label}
          </label>
        ))}
        {valor.length > 0 && (
          <button
            type="button"
            className="acao-barra"
            aria-label={selecao.limparCampo(rotulo)}
            onClick={() => onChange([])}
          >
            {selecao.limpar}
          </button>
        )}
      </div>
    </fieldset>
  );
}
