import { Notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { wantPerguntas } from "../../ui/open-questions.ts";
import { AtalhosDialogo } from "./AtalhosDialogo.tsx";
import { PedidosVigia } from "./PedidosVigia.tsx";
import { Reautenticar } from "./Reautenticar.tsx";

/**
 * Everything that floats over the pages: toasts, the list of shortcuts, re-authentication; it also mounts
 * the
 * confirmation dialogs.
 */
export function Janelas(props: { atalhos: boolean; onAtalhosClose: () => void }): React.JSX.Element {
  useEffect(wantPerguntas, []);
  return (
    <>
      <AtalhosDialogo opened={props.atalhos} onClose={props.onAtalhosClose} />
      <Notifications position="bottom-right" containerWidth={360} limit={3} zIndex={500} />
      <PedidosVigia />
      <Reautenticar />
    </>
  );
}
