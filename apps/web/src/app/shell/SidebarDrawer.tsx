import { Drawer } from "@mantine/core";
import { general } from "../../texts/app/general.ts";
import { OperatorSidebar } from "./OperatorSidebar.tsx";
import { Sidebar } from "./Sidebar.tsx";
import classes from "./SidebarDrawer.module.css";

/** The sidebar on a phone: a drawer that contains the user menu. */
export function SidebarDrawer(props: {
  opened: boolean;
  onClose: () => void;
  onShortcuts: () => void;
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
      title={general.menuPrincipal}
      classNames={{ header: "vh", body: classes.corpo, content: classes.fundo }}
    >
      <Entries onNavigate={props.onClose} onShortcuts={props.onShortcuts} withUserMenu />
    </Drawer>
  );
}
