import { useId, useRef } from "react";
import classes from "./Api.module.css";

/** Tabs inside a page: arrow keys, Home and End move between them; the active panel is below. */
export function AbasLocais<C extends string>(props: {
  rotulo: string;
  abas: readonly { chave: C; titulo: string }[];
  ativa: C;
  onChange: (chave: C) => void;
  children: React.ReactNode;
}): React.JSX.Element {
  const { rotulo, abas, ativa, onChange, children } = props;
  const id = useId();
  const botoes = useRef(new Map<C, HTMLButtonElement>());
  const move = (event: React.KeyboardEvent): void => {
    const at = abas.findIndex(({ chave }) => chave === ativa);
    const to = NEXT[event.key]?.(at, abas.length);
    const next = to === undefined ? undefined : abas[to];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.chave);
    botoes.current.get(next.chave)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={rotulo} className={classes.abas} onKeyDown={move}>
        {abas.map(({ chave, titulo }) => (
          <button
            key={chave}
            ref={(botao) => {
              if (botao) botoes.current.set(chave, botao);
            }}
            type="button"
            role="tab"
            id={`${id}-${chave}`}
            aria-selected={chave === ativa}
            aria-controls={`${id}-painel`}
            tabIndex={chave === ativa ? 0 : -1}
            className={classes.aba}
            onClick={() => onChange(chave)}
          >
            {titulo}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-painel`} aria-labelledby={`${id}-${ativa}`} className={classes.painel}>
        {children}
      </div>
    </>
  );
}

const NEXT: Readonly<Record<string, (at: number, length: number) => number>> = {
  ArrowRight: (at, length) => (at + 1) % length,
  ArrowLeft: (at, length) => (at - 1 + length) % length,
  Home: () => 0,
  End: (_, length) => length - 1,
};
