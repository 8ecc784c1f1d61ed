import { useState } from "react";
import { filtroForm as t } from "../textos/filtro-form.ts";
import { closeAlterado } from "./abandonar.ts";
import { Gaveta } from "./Gaveta.tsx";

const PERGUNTA = { ...t.abandonar, destrutiva: true };

/**
 * The filter form in a drawer beside its list. Closing asks for confirmation when changes are not
 * applied.
 */
export function FiltroGaveta(props: {
  titulo: string;
  aberto: boolean;
  onClose: () => void;
  children: (onDirty: (dirty: boolean) => void, onCancelar: () => void) => React.ReactNode;
}): React.JSX.Element {
  const { titulo, aberto, onClose, children } = props;
  const [dirty, setDirty] = useState(false);
  const leave = (): void => void closeAlterado(dirty, onClose, PERGUNTA);
  return (
    <Gaveta titulo={titulo} aberta={aberto} fechar={t.fechar} onClose={leave}>
      {children(setDirty, leave)}
    </Gaveta>
  );
}
