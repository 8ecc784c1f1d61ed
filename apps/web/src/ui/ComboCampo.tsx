import { TextInput, type TextInputProps } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import classes from "./ComboCampo.module.css";

export type Sugestao = { valor: string; rotulo: string; detalhe?: string | null };

/** A text field with a list of options: arrows move, Enter picks. Any other text may be typed as well. */
export function ComboCampo(
  props: Omit<TextInputProps, "onChange"> & {
    value: string;
    onType: (event: React.ChangeEvent<HTMLInputElement>) => void;
    opcoes: readonly Sugestao[];
    onPick: (opcao: Sugestao) => void;
    /** Name of the list. */
    lista: string;
    /** Index of the option scrolled into view when the list opens. */
    perto?: number;
  },
): React.JSX.Element {
  const { value, onType, opcoes, onPick, lista, perto = -1, onBlur, ...resto } = props;
  const combo = useCombo(opcoes, onPick, perto);
  const { aberta, ativa, id, setAberta } = combo;
  return (
    <div className={classes.combo}>
      <TextInput
        {...resto}
        value={value}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={aberta}
        aria-controls={aberta ? id : undefined}
        aria-activedescendant={aberta && ativa >= 0 ? `${id}-${ativa}` : undefined}
        autoComplete="off"
        spellCheck={false}
        // Esc closes the list, not the panel around the field.
        data-mantine-stop-propagation={aberta ? "true" : undefined}
        onChange={(event) => {
          setAberta(true);
          onType(event);
        }}
        onClick={() => setAberta(true)}
        onKeyDown={combo.onKeyDown}
        onBlur={(event) => {
          setAberta(false);
          onBlur?.(event);
        }}
      />
      {aberta && (
        <div ref={combo.ref} id={id} role="listbox" aria-label={lista} className={classes.lista}>
          {opcoes.map((opcao, index) => (
            <div
              key={opcao.valor}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === ativa}
              className={classes.opcao}
              onPointerDown={(event) => {
                event.preventDefault();
                combo.pick(opcao);
              }}
            >
              <span>{opcao.rotulo}</span>
              {opcao.detalhe && <span className={classes.detalhe}>{opcao.detalhe}</span>}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** State of the list: open or closed, active option, keyboard handling. */
function useCombo(opcoes: readonly Sugestao[], onPick: (opcao: Sugestao) => void, perto: number) {
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const [pedida, setAberta] = useState(false);
  const [ativa, setAtiva] = useState(-1);
  const aberta = pedida && opcoes.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: new options reset the active one
  useEffect(() => setAtiva(-1), [opcoes, aberta]);
  useEffect(() => {
    if (!aberta) return;
    const option = ref.current?.children[ativa >= 0 ? ativa : perto];
    option?.scrollIntoView({ block: "nearest" });
  }, [aberta, ativa, perto]);
  const pick = (opcao: Sugestao): void => {
    onPick(opcao);
    setAberta(false);
  };
  const step = (by: 1 | -1): void => {
    const from = ativa >= 0 ? ativa : by > 0 ? perto - 1 : perto + 1;
    setAtiva(Math.min(Math.max(from + by, 0), opcoes.length - 1));
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const { key } = event;
    const chosen = aberta ? opcoes[ativa] : undefined;
    if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      if (aberta) step(key === "ArrowDown" ? 1 : -1);
      else setAberta(true);
    } else if (key === "Enter" && chosen) {
      event.preventDefault();
      pick(chosen);
    } else if (key === "Escape" && aberta) {
      event.stopPropagation();
      setAberta(false);
    }
  };
  return { id, ref, aberta, setAberta, ativa, pick, onKeyDown };
}
