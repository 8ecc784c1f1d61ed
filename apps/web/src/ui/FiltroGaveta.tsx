import { Drawer } from "@mantine/core";
import { useState } from "react";
import { filtroForm as t } from "../textos/filtro-form.ts";
import { useAbandonar } from "./abandonar.ts";
import { confirmar } from "./confirmar.tsx";
import classes from "./FiltroGaveta.module.css";

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
    <Drawer
      opened={aberto}
      onClose={() => void leave()}
      position="right"
      size={480}
      padding={0}
      // Below the question that it may ask, which is a dialog.
      zIndex={150}
      title={titulo}
      closeButtonProps={{ "aria-label": t.fechar }}
      overlayProps={{ backgroundOpacity: 0.24 }}
      transitionProps={{ duration: 160 }}
      attributes={{ header: { role: "presentation" } }}
      classNames={{
        header: classes.topo,
        title: "t-painel",
        body: classes.corpo,
        content: classes.gaveta,
      }}
    >
      {children(setDirty, () => void leave())}
    </Drawer>
  );
}
