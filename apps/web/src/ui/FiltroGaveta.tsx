import { useState } from "react";
import { filtroForm as t } from "../textos/filtro-form.ts";
import { useAbandonar } from "./abandonar.ts";
import { confirmar } from "./confirmar.tsx";
import { Gaveta } from "./Gaveta.tsx";

const PERGUNTA = { ...t.abandonar, destrutiva: true };

/** The form of a filter in a panel beside its list. What was changed and not applied is not lost without a question. */
export function FiltroGaveta(props: {
  titulo: string;
  aberto: boolean;
  onClose: () => void;
  children: (onDirty: (dirty: boolean) => void, onCancelar: () => void) => React.ReactNode;
}): React.JSX.Element {
  const { titulo, aberto, onClose, children } = props;
  const [dirty, setDirty] = useState(false);
  useAbandonar(aberto && dirty, PERGUNTA);
  const leave = async (): Promise<void> => {
    if (!dirty || (await confirmar(PERGUNTA))) onClose();
  };
  return (
    <Gaveta titulo={titulo} aberta={aberto} fechar={t.fechar} onClose={() => void leave()}>
      {children(setDirty, () => void leave())}
    </Gaveta>
  );
}
