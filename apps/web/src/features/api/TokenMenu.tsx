import { IconDots } from "@tabler/icons-react";
import { lazy } from "react";
import type { ApiToken } from "../../rpc/api-token.ts";
import { api } from "../../textos/api.ts";
import { Depois } from "../../ui/Depois.tsx";
import type { Abertura } from "./ApiAba.tsx";

const TokenMenuOpcoes = lazy(async () => ({
  default: (await import("./TokenMenuOpcoes.tsx")).TokenMenuOpcoes,
}));

/** The menu of a token behind three dots; its items load after the page. */
export function TokenMenu(props: {
  token: ApiToken;
  onAbrir: (abertura: Abertura) => void;
}): React.JSX.Element {
  return (
    <Depois
      botao={
        <button type="button" className="icone" aria-label={api.tokens.acoes(props.token.nome)}>
          <IconDots size={16} stroke={2} aria-hidden="true" />
        </button>
      }
    >
      {(botao, aberto) => <TokenMenuOpcoes {...props} botao={botao} aberto={aberto} />}
    </Depois>
  );
}
