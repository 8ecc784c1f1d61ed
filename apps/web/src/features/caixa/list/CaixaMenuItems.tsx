import { Menu } from "@mantine/core";
import { IconPencil, IconPlugConnected, IconRefresh, IconTrash, type TablerIcon } from "@tabler/icons-react";
import type { Caixa } from "../../../rpc/documents/queries.ts";
import { caixasTexts as texts } from "../../../texts/admin/caixas.ts";
import { caixaNameOf } from "../health/caixa-state.ts";
import classes from "./CaixaList.module.css";
import type { CaixaActions } from "./caixa-actions.ts";

/** The items of the menu of a mailbox. */
export function CaixaMenuItems(props: {
  caixa: Caixa;
  actions: CaixaActions;
  isBusy: boolean;
  trigger: React.ReactElement;
  opened: boolean;
}): React.JSX.Element {
  const { caixa, actions, isBusy, trigger, opened } = props;
  return (
    <Menu position="bottom-end" width={190} defaultOpened={opened}>
      <Menu.Target>{trigger}</Menu.Target>
      <Menu.Dropdown aria-label={texts.acoes(caixaNameOf(caixa))}>
        <Menu.Item
          leftSection={<ItemIcon icon={IconRefresh} />}
          disabled={isBusy}
          onClick={() => actions.collect(caixa)}
        >
          {texts.menu.coletar}
        </Menu.Item>
        <Menu.Item leftSection={<ItemIcon icon={IconPlugConnected} />} onClick={() => actions.testar(caixa)}>
          {texts.menu.testar}
        </Menu.Item>
        <Menu.Item leftSection={<ItemIcon icon={IconPencil} />} onClick={() => actions.edit(caixa)}>
          {texts.menu.editar}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          className={`menu-item ${classes.perigo}`}
          leftSection={<ItemIcon icon={IconTrash} />}
          onClick={() => actions.remove(caixa)}
        >
          {texts.menu.excluir}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function ItemIcon({ icon: Icon }: { icon: TablerIcon }): React.JSX.Element {
  return <Icon size={16} stroke={1.6} aria-hidden="true" />;
}
