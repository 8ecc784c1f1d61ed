import { Menu } from "@mantine/core";
import { IconPencil, IconPlugConnected, IconRefresh, IconTrash, type TablerIcon } from "@tabler/icons-react";
import type { Caixa } from "../../rpc/queries.ts";
import { caixas as textos } from "../../textos/caixas.ts";
import type { CaixaAcoes } from "./acoes.ts";
import classes from "./Caixas.module.css";
import { nomeOf } from "./saude.ts";

/** The items of the menu of a mailbox. */
export function CaixaMenuOpcoes(props: {
  caixa: Caixa;
  acoes: CaixaAcoes;
  ocupada: boolean;
  botao: React.ReactElement;
  aberto: boolean;
}): React.JSX.Element {
  const { caixa, acoes, ocupada, botao, aberto } = props;
  return (
    <Menu position="bottom-end" width={190} defaultOpened={aberto}>
      <Menu.Target>{botao}</Menu.Target>
      <Menu.Dropdown aria-label={textos.acoes(nomeOf(caixa))}>
        <Menu.Item
          leftSection={<Icone de={IconRefresh} />}
          disabled={ocupada}
          onClick={() => acoes.coletar(caixa)}
        >
          {textos.menu.coletar}
        </Menu.Item>
        <Menu.Item leftSection={<Icone de={IconPlugConnected} />} onClick={() => acoes.testar(caixa)}>
          {textos.menu.testar}
        </Menu.Item>
        <Menu.Item leftSection={<Icone de={IconPencil} />} onClick={() => acoes.editar(caixa)}>
          {textos.menu.editar}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          className={`menu-item ${classes.perigo}`}
          leftSection={<Icone de={IconTrash} />}
          onClick={() => acoes.excluir(caixa)}
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
