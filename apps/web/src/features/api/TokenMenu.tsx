import { IconDots } from "@tabler/icons-react";
import { lazy } from "react";
import type { ApiToken } from "../../rpc/conta/api-tokens.ts";
import { apiTexts } from "../../texts/admin/api.ts";
import { Deferred } from "../../ui/overlay/Deferred.tsx";
import type { DrawerState } from "./TokenDrawer.tsx";

const TokenMenuItems = lazy(async () => ({
  default: (await import("./TokenMenuItems.tsx")).TokenMenuItems,
}));

/** The menu of a token behind three dots; its items load after the page. */
export function TokenMenu(props: {
  token: ApiToken;
  onOpen: (drawer: DrawerState) => void;
}): React.JSX.Element {
  return (
    <Deferred
      trigger={
        <button type="button" className="icone" aria-label={apiTexts.tokens.acoes(props.token.nome)}>
          <IconDots size={16} stroke={2} aria-hidden="true" />
        </button>
      }
    >
      {(trigger, opened) => <TokenMenuItems {...props} trigger={trigger} opened={opened} />}
    </Deferred>
  );
}
