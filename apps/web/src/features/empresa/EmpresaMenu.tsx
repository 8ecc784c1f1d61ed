import { IconDots } from "@tabler/icons-react";
import { lazy } from "react";
import type { Empresa } from "../../rpc/empresas.ts";
import { empresas as textos } from "../../textos/empresas.ts";
import { Depois } from "../../ui/Depois.tsx";
import type { EmpresaAcoes } from "./acoes.ts";

const EmpresaMenuOpcoes = lazy(async () => ({
  default: (await import("./EmpresaMenuOpcoes.tsx")).EmpresaMenuOpcoes,
}));

/** The menu of a company behind three dots; its items load after the page. */
export function EmpresaMenu(props: { empresa: Empresa; acoes: EmpresaAcoes }): React.JSX.Element {
  return (
    <Depois
      botao={
        <button type="button" className="icone" aria-label={textos.acoes(props.empresa.nome)}>
          <IconDots size={16} stroke={2} aria-hidden="true" />
        </button>
      }
    >
      {(botao, aberto) => <EmpresaMenuOpcoes {...props} botao={botao} aberto={aberto} />}
    </Depois>
  );
}
