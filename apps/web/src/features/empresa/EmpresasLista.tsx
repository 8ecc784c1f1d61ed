import { Button } from "@mantine/core";
import { IconBuildingPlus } from "@tabler/icons-react";
import { Link, useNavigate } from "react-router-dom";
import { useZona } from "../../rpc/atual.ts";
import { useIsGerente } from "../../rpc/caixas.ts";
import type { Empresa } from "../../rpc/empresas.ts";
import { empresas as textos } from "../../textos/empresas.ts";
import { geral } from "../../textos/geral.ts";
import { useAgora } from "../../ui/agora.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useIsPhone } from "../../ui/telas.ts";
import { useEmpresaAcoes } from "./acoes.ts";
import classes from "./Empresas.module.css";
import { EmpresasCartoes } from "./EmpresasCartoes.tsx";
import { EmpresasTabela } from "./EmpresasTabela.tsx";
import { type Ordem, sortEmpresas, summarise } from "./lista.ts";
import { Pendencias } from "./Pendencias.tsx";

/** The companies of the conta and what they need; without any, a button to register one. */
export function EmpresasLista(props: { empresas: readonly Empresa[]; ordem: Ordem }): React.JSX.Element {
  const { empresas, ordem } = props;
  const gerente = useIsGerente() ?? false;
  const phone = useIsPhone();
  const navigate = useNavigate();
  const zona = useZona();
  const agora = useAgora();
  const acoes = useEmpresaAcoes();
  if (empresas.length === 0) return <Vazio gerente={gerente} />;
  const shown = {
    empresas: sortEmpresas(empresas, ordem),
    ordem,
    agora,
    zona,
    acoes: gerente ? acoes : null,
  };
  return (
    <>
      {gerente && <Pendencias empresas={empresas} zona={zona} />}
      {phone ? (
        <EmpresasCartoes {...shown} />
      ) : (
        <EmpresasTabela {...shown} onAbrir={({ id }) => void navigate(`/empresa/${id}`)} />
      )}
    </>
  );
}

/**
 * The number of companies by certificate state. Managers see only the valid ones here: the strip
 * shows the rest.
 */
export function EmpresasResumo({ empresas }: { empresas: readonly Empresa[] }): React.JSX.Element | null {
  const gerente = useIsGerente() ?? false;
  if (empresas.length === 0) return null;
  const shown = summarise(empresas).filter(({ estado }) => !gerente || estado === "valido");
  return (
    <ul className={classes.resumo}>
      <li className={classes.total}>{textos.total(empresas.length)}</li>
      {shown.map(({ estado, texto }) => (
        <li key={estado} data-estado={estado}>
          {texto}
        </li>
      ))}
    </ul>
  );
}

function Vazio({ gerente }: { gerente: boolean }): React.JSX.Element {
  const { vazio } = textos;
  return (
    <EmptyState
      icone={IconBuildingPlus}
      titulo={vazio.titulo}
      acao={
        gerente && (
          <Button component={Link} to="/empresa/nova">
            {textos.nova}
          </Button>
        )
      }
    >
      {gerente ? vazio.texto : vazio.textoLeitor}
    </EmptyState>
  );
}

/** Placeholder of the list while it loads. */
export function EmpresasEsqueleto(): React.JSX.Element {
  return (
    <div role="status" aria-label={geral.carregando}>
      {["a", "b", "c"].map((linha) => (
        <div key={linha} className={classes.esqueleto}>
          <span style={{ width: 220 }} />
          <span style={{ width: 140 }} />
          <span style={{ width: 96 }} />
        </div>
      ))}
    </div>
  );
}
