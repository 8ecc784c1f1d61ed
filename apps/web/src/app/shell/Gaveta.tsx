import { Drawer } from "@mantine/core";
import { geral } from "../../textos/geral.ts";
import classes from "./Gaveta.module.css";
import { Sidebar } from "./Sidebar.tsx";

/** The rail on a phone: a drawer, with one's own menu in it. */
export function Gaveta(props: {
  opened: boolean;
  onClose: () => void;
  onAtalhos: () => void;
}): React.JSX.Element {
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      size={280}
      withCloseButton={false}
      padding={0}
      attributes={{ header: { role: "presentation" } }}
      title={geral.menuPrincipal}
      classNames={{ header: "vh", body: classes.corpo, content: classes.fundo }}
    >
      <Sidebar onNavigate={props.onClose} onAtalhos={props.onAtalhos} conta />
    </Drawer>
  );
}
