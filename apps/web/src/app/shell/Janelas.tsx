import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { hostConfirmar } from "../../ui/confirmar.tsx";
import { AtalhosDialogo } from "./AtalhosDialogo.tsx";
import { PedidosVigia } from "./PedidosVigia.tsx";

/** Everything that floats over the pages: questions, notices, the list of shortcuts. */
export function Janelas(props: { atalhos: boolean; onAtalhosClose: () => void }): React.JSX.Element {
  useEffect(hostConfirmar, []);
  return (
    <ModalsProvider>
      <AtalhosDialogo opened={props.atalhos} onClose={props.onAtalhosClose} />
      <Notifications position="bottom-right" containerWidth={360} limit={3} zIndex={500} />
      <PedidosVigia />
    </ModalsProvider>
  );
}
