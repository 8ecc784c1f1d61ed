import { useRef, useState } from "react";

/** The id of the header's field. */
export const CAMPO_BUSCA = "busca-global";

/** What is being searched for, from wherever it was begun. */
export type Busca = {
  aberta: boolean;
  /** It was opened once: from then on it is there. */
  pedida: boolean;
  texto: string;
  /** Enter was pressed before the palette was there. */
  enviar: boolean;
  /** Opens it; what is typed until it is there is kept by the header's field. */
  open: () => void;
  type: (texto: string) => void;
  submit: () => void;
  enviada: () => void;
  /** Closes it, and goes back to where one was. */
  close: () => void;
  /** Closes it to go elsewhere; what was searched for stays where its list shows it. */
  leave: (texto: string) => void;
};

export function useBusca(): Busca {
  const [aberta, setAberta] = useState(false);
  const [pedida, setPedida] = useState(false);
  const [texto, setTexto] = useState("");
  const [enviar, setEnviar] = useState(false);
  const origem = useRef<Element | null>(null);
  const show = (): void => {
    if (!aberta) origem.current = document.activeElement;
    setAberta(true);
    setPedida(true);
  };
  return {
    aberta,
    pedida,
    texto,
    enviar,
    open: () => {
      show();
      document.getElementById(CAMPO_BUSCA)?.focus();
    },
    type: (next) => {
      setTexto(next);
      if (next !== "") show();
    },
    submit: () => {
      show();
      setEnviar(true);
    },
    enviada: () => setEnviar(false),
    close: () => {
      setAberta(false);
      setEnviar(false);
      focusOn(origem.current);
    },
    leave: (next) => {
      setAberta(false);
      setTexto(next);
      focusOn(document.getElementById("conteudo"));
    },
  };
}

function focusOn(alvo: Element | null): void {
  if (alvo instanceof HTMLElement && alvo !== document.body) alvo.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
