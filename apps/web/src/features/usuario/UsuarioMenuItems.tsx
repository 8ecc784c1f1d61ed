import { Menu } from "@mantine/core";
import {
  IconMail,
  IconPassword,
  IconPencil,
  IconTrash,
  IconUserCheck,
  IconUserOff,
  type TablerIcon,
} from "@tabler/icons-react";
import type { Usuario } from "../../rpc/conta/usuarios.ts";
import { usuariosTexts as texts } from "../../texts/admin/usuarios.ts";
import classes from "./UsuarioList.module.css";
import type { UsuarioActions } from "./usuario-actions.ts";

/** The items of the menu of a user. Users cannot deactivate or delete themselves or the owner. */
export function UsuarioMenuItems(props: {
  usuario: Usuario;
  isSelf: boolean;
  actions: UsuarioActions;
  trigger: React.ReactElement;
  opened: boolean;
}): React.JSX.Element {
  const { usuario, isSelf, actions, trigger, opened } = props;
  const { menu } = texts;
  const isProtected = isSelf || usuario.proprietarioConta;
  return (
    <Menu position="bottom-end" width={200} defaultOpened={opened}>
      <Menu.Target>{trigger}</Menu.Target>
      <Menu.Dropdown aria-label={texts.acoes(usuario.nome)}>
        <Menu.Item leftSection={<ItemIcon icon={IconPencil} />} onClick={() => actions.open(usuario)}>
          {menu.abrir}
        </Menu.Item>
        {!usuario.ativado && usuario.ativo && (
          <Menu.Item
            leftSection={<ItemIcon icon={IconMail} />}
            onClick={() => actions.resendConvite(usuario)}
          >
            {menu.reenviar}
          </Menu.Item>
        )}
        {usuario.ativado && usuario.ativo && !isSelf && (
          <Menu.Item
            leftSection={<ItemIcon icon={IconPassword} />}
            onClick={() => actions.sendPasswordLink(usuario)}
          >
            {menu.senha}
          </Menu.Item>
        )}
        {!isProtected && (
          <>
            <Menu.Item
              leftSection={<ItemIcon icon={usuario.ativo ? IconUserOff : IconUserCheck} />}
              onClick={() => actions.setAtivo(usuario, !usuario.ativo)}
            >
              {usuario.ativo ? menu.inativar : menu.ativar}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              className={`menu-item ${classes.perigo}`}
              leftSection={<ItemIcon icon={IconTrash} />}
              onClick={() => actions.remove(usuario)}
            >
              {menu.excluir}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function ItemIcon({ icon: Icon }: { icon: TablerIcon }): React.JSX.Element {
  return <Icon size={16} stroke={1.6} aria-hidden="true" />;
}
