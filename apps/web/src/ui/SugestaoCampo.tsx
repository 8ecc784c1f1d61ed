import { SUGESTOES_MAX } from "@malote/contract";
import { useEffect, useRef, useState } from "react";
import { ComboCampo, type Sugestao } from "./ComboCampo.tsx";
import { type CampoProps, useMascara } from "./MascaraCampo.tsx";
import { MASCARAS, type Mascara } from "./mascara.ts";

/** How long the user must pause before suggestions are requested, in ms. */
const PAUSA_MS = 200;
/** Shortest text for which suggestions are requested. */
const MINIMO = 2;

type Buscar = (searchKey: string, signal: AbortSignal) => Promise<Sugestao[]>;

const SEM_MASCARA: Mascara = { limpa: (text) => text, veste: (text) => text };

/**
 * A text field with suggestions; any other text may be typed as well. With a mask, `valor` has no
 * separators.
 */
export function SugestaoCampo(
  props: CampoProps & {
    buscar: Buscar;
    onPick: (sugestao: Sugestao) => void;
    mascara?: "documento";
    maxLength?: number;
  },
): React.JSX.Element {
  const { rotulo, valor, onChange, onBlur, erro, dica, buscar, onPick, mascara, maxLength } = props;
  const forma = mascara ? MASCARAS[mascara] : SEM_MASCARA;
  const {
    ref,
    onChange: onMasked,
    value,
  } = useMascara(forma, forma.veste(valor), (masked) => onChange(forma.limpa(masked)));
  const { opcoes, procurar, parar } = useSugestoes(buscar);
  return (
    <ComboCampo
      ref={ref}
      label={rotulo}
      lista={rotulo}
      value={String(value)}
      onType={(event) => {
        onMasked?.(event);
        procurar(forma.limpa(event.currentTarget.value));
      }}
      opcoes={opcoes}
      onPick={(sugestao) => {
        parar();
        onPick(sugestao);
      }}
      error={erro}
      description={erro ? undefined : dica}
      maxLength={maxLength}
      onBlur={onBlur}
    />
  );
}

/** Suggestions for the last typed text: an answer to an older text never shows. */
function useSugestoes(buscar: Buscar) {
  const [opcoes, setOpcoes] = useState<Sugestao[]>([]);
  const asked = useRef<AbortController>(null);
  useEffect(() => () => asked.current?.abort(), []);
  const parar = (): void => {
    asked.current?.abort();
    setOpcoes([]);
  };
  const procurar = (texto: string): void => {
    asked.current?.abort();
    const searchKey = texto.trim();
    if (searchKey.length < MINIMO) {
      setOpcoes([]);
      return;
    }
    const controller = new AbortController();
    asked.current = controller;
    const { signal } = controller;
    const ask = async (): Promise<void> => {
      // Suggestions are optional: without them the field works as plain text.
      const found = await buscar(searchKey, signal).catch((): Sugestao[] => []);
      if (!signal.aborted) setOpcoes(found.slice(0, SUGESTOES_MAX));
    };
    const timer = window.setTimeout(() => void ask(), PAUSA_MS);
    signal.addEventListener("abort", () => window.clearTimeout(timer));
  };
  return { opcoes, procurar, parar };
}
