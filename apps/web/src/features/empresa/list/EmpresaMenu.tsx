import { IconDots } from "@tabler/icons-react";
import { lazy } from "react";
import type { Empresa } from "../../../rpc/conta/empresas.ts";
import { empresasTexts as texts } from "../../../texts/admin/empresas.ts";
import { Deferred } from "../../../ui/overlay/Deferred.tsx";
import type { EmpresaActions } from "../empresa-actions.ts";

const EmpresaMenuItems = lazy(async () => ({
  default: (await import("./EmpresaMenuItems.tsx")).EmpresaMenuItems,
}));

/** The menu of a company behind three dots; its items load after the page. */
export function EmpresaMenu(props: { empresa: Empresa; actions: EmpresaActions }): React.JSX.Element {
  return (
    <Deferred
      trigger={
        <button type="button" className="icone" aria-label={texts.acoes(props.empresa.nome)}>
          <IconDots size={16} stroke={2} aria-hidden="true" />
        </button>
      }
    >
      {(trigger, opened) => <EmpresaMenuItems {...props} trigger={trigger} opened={opened} />}
    </Deferred>
  );
}
