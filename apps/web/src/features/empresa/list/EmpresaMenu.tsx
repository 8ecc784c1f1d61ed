import { IconCertificate, IconPencil, IconTrash } from "@tabler/icons-react";
import type { Empresa } from "../../../rpc/conta/empresas.ts";
import { empresasTexts as texts } from "../../../texts/admin/empresas.ts";
import { RowMenu } from "../../../ui/list/RowMenu.tsx";
import type { EmpresaActions } from "../empresa-actions.ts";

/** The menu of a company. */
export function EmpresaMenu(props: { empresa: Empresa; actions: EmpresaActions }): React.JSX.Element {
  const { empresa, actions } = props;
  const { menu } = texts;
  return (
    <RowMenu
      label={texts.acoes(empresa.nome)}
      actions={[
        { label: menu.abrir, icon: IconPencil, onClick: () => actions.open(empresa) },
        { label: menu.certificado, icon: IconCertificate, onClick: () => actions.openCertificado(empresa) },
        { label: menu.excluir, icon: IconTrash, isDangerous: true, onClick: () => actions.remove(empresa) },
      ]}
    />
  );
}
