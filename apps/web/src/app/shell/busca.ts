import { useRef, useState } from "react";

/** Id of the header's search field. */
export const CAMPO_BUSCA = "busca-global";

/** State of the global search. */
export type Busca = {
  aberta: boolean;
  /** The palette was opened once and stays mounted. */
  pedida: boolean;
  texto: string;
  /** Enter was pressed before the palette had loaded. */
  enviar: boolean;
  /** Opens the palette; the header's field keeps the typed text until it has loaded. */
  open: () => void;
  type: (texto: string) => void;
  submit: () => void;
  enviada: () => void;
  /** Closes it and restores the focus. */
  close: () => void;
  /** Closes it to navigate; the text stays when the target list shows it. */
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
