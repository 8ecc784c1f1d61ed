import { TextInput } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { calendario } from "../textos/calendario.ts";
import { type CampoProps, useMascara } from "./MascaraCampo.tsx";
import { MASCARAS } from "./mascara.ts";

const Calendario = lazy(async () => ({ default: (await import("./Calendario.tsx")).Calendario }));

/**
 * A date field, typed as dd/MM/yyyy or picked in a calendar that loads on first use. `valor` is the typed
 * text.
 */
export function DataCampo(
  props: CampoProps & {
    /** Accessible name, where the label is too short without its visual context. */
    nome?: string;
    disabled?: boolean;
  },
): React.JSX.Element {
  const { rotulo, nome = rotulo, valor, onChange, onBlur, erro, dica, disabled = false } = props;
  const [aberto, setAberto] = useState(false);
  const [pedido, setPedido] = useState(false);
  const campo = useMascara(MASCARAS.data, valor, onChange);
  const open = (): void => {
    setPedido(true);
    setAberto(true);
  };
  const botao = (
    <button
      type="button"
      className="icone icone-pequeno"
      aria-label={calendario.abrir(nome)}
      aria-haspopup="dialog"
      aria-expanded={aberto}
      disabled={disabled}
      onClick={() => (aberto ? setAberto(false) : open())}
    >
      <IconCalendar size={16} stroke={1.6} aria-hidden="true" />
    </button>
  );
  return (
    <TextInput
      {...campo}
      label={rotulo}
      aria-label={nome === rotulo ? undefined : nome}
      error={erro}
      description={erro ? undefined : dica}
      placeholder={calendario.formato}
      inputMode="numeric"
      disabled={disabled}
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown" || !event.altKey) return;
        event.preventDefault();
        open();
      }}
      rightSection={
        pedido ? (
          <Suspense fallback={botao}>
            <Calendario
              botao={botao}
              nome={nome}
              aberto={aberto}
              valor={valor}
              onClose={() => setAberto(false)}
              onPick={(data) => {
                onChange(data);
                setAberto(false);
              }}
            />
          </Suspense>
        ) : (
          botao
        )
      }
    />
  );
}
