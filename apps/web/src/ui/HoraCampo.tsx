import { parseHora } from "@malote/contract";
import { calendario } from "../textos/calendario.ts";
import { ComboCampo } from "./ComboCampo.tsx";
import { HORAS, placeOfHora } from "./hora.ts";
import type { CampoProps } from "./MascaraCampo.tsx";

const OPCOES = HORAS.map((hora) => ({ valor: hora, rotulo: hora }));

/** A time, typed as HH:mm or picked among the quarters of an hour; "9" becomes 09:00 when the field is left. */
export function HoraCampo(
  props: CampoProps & {
    /** The name when the label is too short for who cannot see what stands around. */
    nome?: string;
    disabled?: boolean;
  },
): React.JSX.Element {
  const { rotulo, nome = rotulo, valor, onChange, onBlur, erro, dica, disabled = false } = props;
  return (
    <ComboCampo
      label={rotulo}
      aria-label={nome === rotulo ? undefined : nome}
      lista={nome}
      value={valor}
      onType={({ currentTarget }) => onChange(currentTarget.value)}
      opcoes={OPCOES}
      perto={placeOfHora(valor)}
      onPick={({ valor: hora }) => onChange(hora)}
      error={erro}
      description={erro ? undefined : dica}
      placeholder={calendario.formatoHora}
      maxLength={5}
      disabled={disabled}
      onBlur={() => {
        const hora = parseHora(valor);
        if (hora !== null && hora !== valor) onChange(hora);
        onBlur?.();
      }}
    />
  );
}
