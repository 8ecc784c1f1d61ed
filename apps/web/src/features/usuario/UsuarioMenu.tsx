import { IconDots } from "@tabler/icons-react";
import { lazy } from "react";
import type { Usuario } from "../../rpc/conta/usuarios.ts";
import { usuariosTexts as texts } from "../../texts/admin/usuarios.ts";
import { Deferred } from "../../ui/overlay/Deferred.tsx";
import type { UsuarioActions } from "./usuario-actions.ts";

const UsuarioMenuItems = lazy(async () => ({
  default: (await import("./UsuarioMenuItems.tsx")).UsuarioMenuItems,
}));

/** The menu of a user behind three dots, for managers; its items load after the page. */
export function UsuarioMenu(props: {
  usuario: Usuario;
  isSelf: boolean;
  actions: UsuarioActions;
}): React.JSX.Element {
  return (
    <Deferred
      trigger={
        <button type="button" className="icone" aria-label={texts.acoes(props.usuario.nome)}>
          <IconDots size={16} stroke={2} aria-hidden="true" />
        </button>
      }
    >
      {(trigger, opened) => <UsuarioMenuItems {...props} trigger={trigger} opened={opened} />}
    </Deferred>
  );
}
