import { IconDots } from "@tabler/icons-react";
import { lazy } from "react";
import type { Caixa } from "../../rpc/queries.ts";
import { caixas as textos } from "../../textos/caixas.ts";
import { Depois } from "../../ui/Depois.tsx";
import type { CaixaAcoes } from "./acoes.ts";
import { nomeOf } from "./saude.ts";

const CaixaMenuOpcoes = lazy(async () => ({
  default: (await import("./CaixaMenuOpcoes.tsx")).CaixaMenuOpcoes,
}));

/** The menu of a mailbox behind three dots; its items load after the page. */
export function CaixaMenu(props: {
  caixa: Caixa;
  acoes: CaixaAcoes;
  /** A collection runs or was requested. */
  ocupada: boolean;
}): React.JSX.Element {
  return (
    <Depois
      botao={
        <button type="button" className="icone" aria-label={textos.acoes(nomeOf(props.caixa))}>
          <IconDots size={16} stroke={2} aria-hidden="true" />
        </button>
      }
    >
      {(botao, aberto) => <CaixaMenuOpcoes {...props} botao={botao} aberto={aberto} />}
    </Depois>
  );
}
