import { IconPencil, IconPlugConnected, IconRefresh, IconTrash } from "@tabler/icons-react";
import type { Caixa } from "../../../rpc/documents/queries.ts";
import { caixasTexts as texts } from "../../../texts/admin/caixas.ts";
import { RowMenu } from "../../../ui/list/RowMenu.tsx";
import { caixaNameOf } from "../health/caixa-state.ts";
import type { CaixaActions } from "./caixa-actions.ts";

/** The menu of a mailbox. isBusy: a collection runs or was requested. */
export function CaixaMenu(props: {
  caixa: Caixa;
  actions: CaixaActions;
  isBusy: boolean;
}): React.JSX.Element {
  const { caixa, actions, isBusy } = props;
  const { menu } = texts;
  return (
    <RowMenu
      label={texts.acoes(caixaNameOf(caixa))}
      actions={[
        { label: menu.coletar, icon: IconRefresh, disabled: isBusy, onClick: () => actions.collect(caixa) },
        { label: menu.testar, icon: IconPlugConnected, onClick: () => actions.testar(caixa) },
        { label: menu.editar, icon: IconPencil, onClick: () => actions.edit(caixa) },
        { label: menu.excluir, icon: IconTrash, isDangerous: true, onClick: () => actions.remove(caixa) },
      ]}
    />
  );
}
