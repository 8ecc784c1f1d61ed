import { Drawer } from "@mantine/core";
import classes from "./Gaveta.module.css";
import { hasQuestion } from "./open-questions.ts";

/** A side panel. largura: in px; fechar: accessible name of its close button. */
export function Gaveta(props: {
  titulo: string;
  aberta: boolean;
  fechar: string;
  largura?: number;
  onClose: () => void;
  children: React.ReactNode;
}): React.JSX.Element {
  const { titulo, aberta, fechar, largura = 480, onClose, children } = props;
  return (
    <Drawer
      opened={aberta}
      onClose={() => {
        if (!hasQuestion()) onClose();
      }}
      position="right"
      size={largura}
      padding={0}
      // Below the confirmation dialog that it may open.
      zIndex={150}
      title={titulo}
      closeButtonProps={{ "aria-label": fechar }}
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
      {children}
    </Drawer>
  );
}
