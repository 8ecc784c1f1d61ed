import { IconDots } from "@tabler/icons-react";
import { lazy } from "react";
import type { Caixa } from "../../../rpc/documents/queries.ts";
import { caixasTexts as texts } from "../../../texts/admin/caixas.ts";
import { Deferred } from "../../../ui/overlay/Deferred.tsx";
import { caixaNameOf } from "../health/caixa-state.ts";
import type { CaixaActions } from "./caixa-actions.ts";

const CaixaMenuItems = lazy(async () => ({
  default: (await import("./CaixaMenuItems.tsx")).CaixaMenuItems,
}));

/** The menu of a mailbox behind three dots; its items load after the page. */
export function CaixaMenu(props: {
  caixa: Caixa;
  actions: CaixaActions;
  /** A collection runs or was requested. */
  isBusy: boolean;
}): React.JSX.Element {
  return (
    <Deferred
      trigger={
        <button type="button" className="icone" aria-label={texts.acoes(caixaNameOf(props.caixa))}>
          <IconDots size={16} stroke={2} aria-hidden="true" />
        </button>
      }
    >
      {(trigger, opened) => <CaixaMenuItems {...props} trigger={trigger} opened={opened} />}
    </Deferred>
  );
}
