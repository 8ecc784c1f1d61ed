import { Menu } from "@mantine/core";
import { IconCertificate, IconPencil, IconTrash, type TablerIcon } from "@tabler/icons-react";
import type { Empresa } from "../../../rpc/conta/empresas.ts";
import { empresasTexts as texts } from "../../../texts/admin/empresas.ts";
import type { EmpresaActions } from "../empresa-actions.ts";
import classes from "./EmpresaList.module.css";

/** The items of the menu of a company. */
export function EmpresaMenuItems(props: {
  empresa: Empresa;
  actions: EmpresaActions;
  trigger: React.ReactElement;
  opened: boolean;
}): React.JSX.Element {
  const { empresa, actions, trigger, opened } = props;
  return (
    <Menu position="bottom-end" width={190} defaultOpened={opened}>
      <Menu.Target>{trigger}</Menu.Target>
      <Menu.Dropdown aria-label={texts.acoes(empresa.nome)}>
        <Menu.Item leftSection={<ItemIcon icon={IconPencil} />} onClick={() => actions.open(empresa)}>
          {texts.menu.abrir}
        </Menu.Item>
        <Menu.Item
          leftSection={<ItemIcon icon={IconCertificate} />}
          onClick={() => actions.openCertificado(empresa)}
        >
          {texts.menu.certificado}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          className={`menu-item ${classes.perigo}`}
          leftSection={<ItemIcon icon={IconTrash} />}
          onClick={() => actions.remove(empresa)}
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
