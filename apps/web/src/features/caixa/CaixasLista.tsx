import { Button } from "@mantine/core";
import { IconMailPlus } from "@tabler/icons-react";
import { Link, useNavigate } from "react-router-dom";
import { useZona } from "../../rpc/atual.ts";
import { useIsGerente } from "../../rpc/caixas.ts";
import type { Caixa } from "../../rpc/queries.ts";
import { caixas as textos } from "../../textos/caixas.ts";
import { geral } from "../../textos/geral.ts";
import { useAgora } from "../../ui/agora.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useIsPhone } from "../../ui/telas.ts";
import { useCaixaAcoes } from "./acoes.ts";
import classes from "./Caixas.module.css";
import { CaixasCartoes } from "./CaixasCartoes.tsx";
import { CaixasTabela } from "./CaixasTabela.tsx";
import { type Ordem, sortCaixas, summarise } from "./saude.ts";

/** The mailboxes of the conta with their health; without any, a button to connect one. */
export function CaixasLista({
  caixas,
  ordem,
}: {
  caixas: readonly Caixa[];
  ordem: Ordem;
}): React.JSX.Element {
  const gerente = useIsGerente() ?? false;
  const phone = useIsPhone();
  const navigate = useNavigate();
  const zona = useZona();
  const agora = useAgora();
  const { pedidas, ...acoes } = useCaixaAcoes(caixas);
  if (caixas.length === 0) return <Vazio gerente={gerente} />;
  const props = {
    caixas: sortCaixas(caixas, ordem),
    ordem,
    // A collection that has just ended must not be in the future.
    agora: new Date(Math.max(agora.getTime(), latestOf(caixas))),
    zona,
    acoes: gerente ? acoes : null,
    pedidas,
  };
  if (phone) return <CaixasCartoes {...props} />;
  return <CaixasTabela {...props} onAbrir={({ id }) => void navigate(`/caixaemail/${id}`)} />;
}

/** The server's clock may be slightly ahead of the browser's. */
function latestOf(caixas: readonly Caixa[]): number {
  return Math.max(0, ...caixas.map(({ ultimaColeta }) => ultimaColeta?.getTime() ?? 0));
}

/** The number of mailboxes by state. */
export function CaixasResumo({ caixas }: { caixas: readonly Caixa[] }): React.JSX.Element | null {
  if (caixas.length === 0) return null;
  return (
    <ul className={classes.resumo}>
      {summarise(caixas).map(({ estado, texto }) => (
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
      icone={IconMailPlus}
      titulo={vazio.titulo}
      acao={
        gerente && (
          <Button component={Link} to="/caixaemail/nova">
            {textos.conectar}
          </Button>
        )
      }
    >
      {gerente ? vazio.texto : vazio.textoLeitor}
    </EmptyState>
  );
}

/** Placeholder of the list while it loads. */
export function CaixasEsqueleto(): React.JSX.Element {
  return (
    <div role="status" aria-label={geral.carregando}>
      {["a", "b", "c"].map((linha) => (
        <div key={linha} className={classes.esqueleto}>
          <span style={{ width: 180 }} />
          <span style={{ width: 200 }} />
          <span style={{ width: 96 }} />
        </div>
      ))}
    </div>
  );
}
