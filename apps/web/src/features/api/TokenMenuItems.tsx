import { Menu } from "@mantine/core";
import { IconPencil, IconRefresh, IconTrash, type TablerIcon } from "@tabler/icons-react";
import { explainFailure } from "../../rpc/call/failures.ts";
import { type ApiToken, revokeApiToken } from "../../rpc/conta/api-tokens.ts";
import { apiTexts } from "../../texts/admin/api.ts";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import { askConfirmation } from "../../ui/overlay/ask-confirmation.tsx";
import classes from "./Api.module.css";
import type { DrawerState } from "./TokenDrawer.tsx";

const texts = apiTexts.tokens;

/** The items of the menu of a token. */
export function TokenMenuItems(props: {
  token: ApiToken;
  onOpen: (drawer: DrawerState) => void;
  trigger: React.ReactElement;
  opened: boolean;
}): React.JSX.Element {
  const { token, onOpen, trigger, opened } = props;
  return (
    <Menu position="bottom-end" width={160} defaultOpened={opened}>
      <Menu.Target>{trigger}</Menu.Target>
      <Menu.Dropdown aria-label={texts.acoes(token.nome)}>
        <Menu.Item
          leftSection={<ItemIcon icon={IconPencil} />}
          onClick={() => onOpen({ mode: "editar", token })}
        >
          {texts.menu.editar}
        </Menu.Item>
        {!token.expirado && (
          <Menu.Item
            leftSection={<ItemIcon icon={IconRefresh} />}
            onClick={() => onOpen({ mode: "girar", token })}
          >
            {texts.menu.girar}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          className={`menu-item ${classes.perigo}`}
          leftSection={<ItemIcon icon={IconTrash} />}
          onClick={() => void confirmRevocation(token)}
        >
          {texts.menu.revogar}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

async function confirmRevocation({ id, nome }: ApiToken): Promise<void> {
  if (!(await askConfirmation({ ...texts.revogar(nome), destrutiva: true }))) return;
  try {
    showToast(await revokeApiToken(id));
  } catch (error) {
    showFailureToast(explainFailure(error));
  }
}

function ItemIcon({ icon: Icon }: { icon: TablerIcon }): React.JSX.Element {
  return <Icon size={16} stroke={1.6} aria-hidden="true" />;
}
