import { Drawer } from "@mantine/core";
import classes from "./Gaveta.module.css";
import { hasQuestion } from "./open-questions.ts";

/** A panel beside what it is about. largura: in px; fechar: what its cross is called. */
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
      // Below the question that it may ask, which is a dialog.
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
