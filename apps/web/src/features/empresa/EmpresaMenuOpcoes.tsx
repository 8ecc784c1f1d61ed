import { Menu } from "@mantine/core";
import { IconCertificate, IconPencil, IconTrash, type TablerIcon } from "@tabler/icons-react";
import type { Empresa } from "../../rpc/empresas.ts";
import { empresas as textos } from "../../textos/empresas.ts";
import type { EmpresaAcoes } from "./acoes.ts";
import classes from "./Empresas.module.css";

/** The items of the menu of a company. */
export function EmpresaMenuOpcoes(props: {
  empresa: Empresa;
  acoes: EmpresaAcoes;
  botao: React.ReactElement;
  aberto: boolean;
}): React.JSX.Element {
  const { empresa, acoes, botao, aberto } = props;
  return (
    <Menu position="bottom-end" width={190} defaultOpened={aberto}>
      <Menu.Target>{botao}</Menu.Target>
      <Menu.Dropdown aria-label={textos.acoes(empresa.nome)}>
        <Menu.Item leftSection={<Icone de={IconPencil} />} onClick={() => acoes.abrir(empresa)}>
          {textos.menu.abrir}
        </Menu.Item>
        <Menu.Item leftSection={<Icone de={IconCertificate} />} onClick={() => acoes.certificado(empresa)}>
          {textos.menu.certificado}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          className={`menu-item ${classes.perigo}`}
          leftSection={<Icone de={IconTrash} />}
          onClick={() => acoes.excluir(empresa)}
        >
          {textos.menu.excluir}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Icone({ de: Desenho }: { de: TablerIcon }): React.JSX.Element {
  return <Desenho size={16} stroke={1.6} aria-hidden="true" />;
}
