import {
  IconMail,
  IconPassword,
  IconPencil,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from "@tabler/icons-react";
import type { Usuario } from "../../rpc/conta/usuarios.ts";
import { usuariosTexts as texts } from "../../texts/admin/usuarios.ts";
import { RowMenu } from "../../ui/list/RowMenu.tsx";
import type { UsuarioActions } from "./usuario-actions.ts";

/** The menu of a user, for managers. Users cannot deactivate or delete themselves or the owner. */
export function UsuarioMenu(props: {
  usuario: Usuario;
  isSelf: boolean;
  actions: UsuarioActions;
}): React.JSX.Element {
  const { usuario, isSelf, actions } = props;
  const { ativo, ativado } = usuario;
  const { menu } = texts;
  const isProtected = isSelf || usuario.proprietarioConta;
  return (
    <RowMenu
      label={texts.acoes(usuario.nome)}
      actions={[
        { label: menu.abrir, icon: IconPencil, onClick: () => actions.open(usuario) },
        !ativado &&
          ativo && { label: menu.reenviar, icon: IconMail, onClick: () => actions.resendConvite(usuario) },
        ativado &&
          ativo &&
          !isSelf && {
            label: menu.senha,
            icon: IconPassword,
            onClick: () => actions.sendPasswordLink(usuario),
          },
        !isProtected && {
          label: ativo ? menu.inativar : menu.ativar,
          icon: ativo ? IconUserOff : IconUserCheck,
          onClick: () => actions.setAtivo(usuario, !ativo),
        },
        !isProtected && {
          label: menu.excluir,
          icon: IconTrash,
          isDangerous: true,
          onClick: () => actions.remove(usuario),
        },
      ]}
    />
  );
}
