import { Drawer } from "@mantine/core";
import { geral } from "../../textos/geral.ts";
import classes from "./Gaveta.module.css";
import { OperatorSidebar } from "./OperatorSidebar.tsx";
import { Sidebar } from "./Sidebar.tsx";

/** The sidebar on a phone: a drawer that contains the user menu. */
export function Gaveta(props: {
  opened: boolean;
  onClose: () => void;
  onAtalhos: () => void;
  /** Whether the current page is one of the operator's. */
  operator: boolean;
}): React.JSX.Element {
  const Entries = props.operator ? OperatorSidebar : Sidebar;
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
      <Entries onNavigate={props.onClose} onAtalhos={props.onAtalhos} conta />
    </Drawer>
  );
}
