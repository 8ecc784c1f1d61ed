import { parseHora } from "@malote/contract";
import { calendario } from "../textos/calendario.ts";
import { ComboCampo } from "./ComboCampo.tsx";
import { HORAS, placeOfHora } from "./hora.ts";
import type { CampoProps } from "./MascaraCampo.tsx";

const OPCOES = HORAS.map((hora) => ({ valor: hora, rotulo: hora }));

/** A time field, typed as HH:mm or picked from quarter hours; "9" becomes 09:00 on blur. */
export function HoraCampo(
  props: CampoProps & {
    /** Accessible name, where the label is too short without its visual context. */
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
