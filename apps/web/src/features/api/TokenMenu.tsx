import { IconPencil, IconRefresh, IconTrash } from "@tabler/icons-react";
import { explainFailure } from "../../rpc/call/failures.ts";
import { type ApiToken, revokeApiToken } from "../../rpc/conta/api-tokens.ts";
import { apiTexts } from "../../texts/admin/api.ts";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import { RowMenu } from "../../ui/list/RowMenu.tsx";
import { askConfirmation } from "../../ui/overlay/ask-confirmation.tsx";
import type { DrawerState } from "./TokenDrawer.tsx";

const texts = apiTexts.tokens;

/** The menu of a token. */
export function TokenMenu(props: {
  token: ApiToken;
  onOpen: (drawer: DrawerState) => void;
}): React.JSX.Element {
  const { token, onOpen } = props;
  const { menu } = texts;
  return (
    <RowMenu
      label={texts.acoes(token.nome)}
      actions={[
        { label: menu.editar, icon: IconPencil, onClick: () => onOpen({ mode: "editar", token }) },
        !token.expirado && {
          label: menu.girar,
          icon: IconRefresh,
          onClick: () => onOpen({ mode: "girar", token }),
        },
        {
          label: menu.revogar,
          icon: IconTrash,
          isDangerous: true,
          onClick: () => void confirmRevocation(token),
        },
      ]}
    />
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
