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
import type { Usuario } from "../../rpc/usuarios.ts";
import { usuarios as textos } from "../../textos/usuarios.ts";
import type { UsuarioAcoes } from "./acoes.ts";
import classes from "./Usuarios.module.css";

/** The items of the menu of a user. Users cannot deactivate or delete themselves or the owner. */
export function UsuarioMenuOpcoes(props: {
  usuario: Usuario;
  eu: boolean;
  acoes: UsuarioAcoes;
  botao: React.ReactElement;
  aberto: boolean;
}): React.JSX.Element {
  const { usuario, eu, acoes, botao, aberto } = props;
  const { menu } = textos;
  const fixo = eu || usuario.proprietarioConta;
  return (
    <Menu position="bottom-end" width={200} defaultOpened={aberto}>
      <Menu.Target>{botao}</Menu.Target>
      <Menu.Dropdown aria-label={textos.acoes(usuario.nome)}>
        <Menu.Item leftSection={<Icone de={IconPencil} />} onClick={() => acoes.abrir(usuario)}>
          {menu.abrir}
        </Menu.Item>
        {!usuario.ativado && usuario.ativo && (
          <Menu.Item leftSection={<Icone de={IconMail} />} onClick={() => acoes.reenviar(usuario)}>
            {menu.reenviar}
          </Menu.Item>
        )}
        {usuario.ativado && usuario.ativo && !eu && (
          <Menu.Item leftSection={<Icone de={IconPassword} />} onClick={() => acoes.senha(usuario)}>
            {menu.senha}
          </Menu.Item>
        )}
        {!fixo && (
          <>
            <Menu.Item
              leftSection={<Icone de={usuario.ativo ? IconUserOff : IconUserCheck} />}
              onClick={() => acoes.setAtivo(usuario, !usuario.ativo)}
            >
              {usuario.ativo ? menu.inativar : menu.ativar}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              className={`menu-item ${classes.perigo}`}
              leftSection={<Icone de={IconTrash} />}
              onClick={() => acoes.excluir(usuario)}
            >
              {menu.excluir}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Icone({ de: Desenho }: { de: TablerIcon }): React.JSX.Element {
  return <Desenho size={16} stroke={1.6} aria-hidden="true" />;
}
