import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, useSearchParams } from "react-router-dom";
import { CaixasEsqueleto, CaixasLista, CaixasResumo } from "../features/caixa/CaixasLista.tsx";
import { isFalhando, ORDENS, type Ordem } from "../features/caixa/saude.ts";
import { useZona } from "../rpc/atual.ts";
import { useIsGerente } from "../rpc/caixas.ts";
import { explainFalha } from "../rpc/falhas.ts";
import { caixasPertoQuery } from "../rpc/queries.ts";
import { caixas as textos } from "../textos/caixas.ts";
import { filtros } from "../textos/filtros.ts";
import { useAtalhos } from "../ui/atalhos.ts";
import { Falha } from "../ui/Falha.tsx";
import { LinkTabs } from "../ui/LinkTabs.tsx";
import { ListPage } from "../ui/ListPage.tsx";
import { OrdemMenu } from "../ui/OrdemMenu.tsx";
import { focusLinha } from "../ui/percorrer.ts";
import { formatHora } from "../ui/quando.ts";
import { useTitulo } from "../ui/telas.ts";
import classes from "./AdminPage.module.css";

/** The tabs of spec §2 whose content exists; any other leads to the first. */
const ABAS = ["caixa"] as const;

/** The administration of the conta. */
export function AdminPage(): React.JSX.Element {
  const [params] = useSearchParams();
  const aba = ABAS.find((each) => each === params.get("tab"));
  if (aba === undefined) return <Navigate to={`/admin?tab=${ABAS[0]}`} replace />;
  return <Caixas />;
}

function Caixas(): React.JSX.Element {
  const [params, setParams] = useSearchParams();
  const zona = useZona();
  const query = useQuery(caixasPertoQuery);
  const caixas = query.data ?? [];
  const ordem: Ordem = ORDENS.find((each) => each === params.get("ordem")) ?? "descricao";
  const erros = caixas.filter(isFalhando).length;
  useTitulo(textos.lista);
  useAtalhos({ j: () => focusLinha(1), k: () => focusLinha(-1) });
  const setOrdem = (next: Ordem): void => {
    const changed = new URLSearchParams(params);
    if (next === "descricao") changed.delete("ordem");
    else changed.set("ordem", next);
    setParams(changed, { replace: true });
  };
  return (
    <ListPage
      titulo={textos.administrador}
      resumo={query.data ? textos.total(caixas.length) : undefined}
      acoes={<Acoes ordem={ordem} onOrdem={setOrdem} vazia={caixas.length === 0} />}
      abas={
        <LinkTabs
          rotulo={textos.abas.rotulo}
          ativa="caixa"
          abas={ABAS.map((chave) => ({
            chave,
            titulo: textos.abas[chave],
            to: `/admin?tab=${chave}`,
            contagem: erros > 0 ? String(erros) : undefined,
          }))}
        />
      }
      fichas={<CaixasResumo caixas={caixas} />}
      dicas={
        query.data && (
          <p className={`${classes.atualizado} num`}>
            {textos.atualizado(formatHora(new Date(query.dataUpdatedAt), zona))}
          </p>
        )
      }
      pe={null}
    >
      {query.data ? (
        <CaixasLista caixas={query.data} ordem={ordem} />
      ) : query.isPending ? (
        <CaixasEsqueleto />
      ) : (
        <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />
      )}
    </ListPage>
  );
}

/** Nothing to order and the way in is in the middle of the page: then the head stays quiet. */
function Acoes(props: {
  ordem: Ordem;
  onOrdem: (ordem: Ordem) => void;
  vazia: boolean;
}): React.JSX.Element | null {
  const gerente = useIsGerente() ?? false;
  if (props.vazia) return null;
  return (
    <>
      <OrdemMenu
        rotulo={filtros.ordenar}
        valor={props.ordem}
        opcoes={ORDENS.map((valor) => ({ valor, rotulo: textos.ordens[valor] }))}
        onChange={props.onOrdem}
      />
      {gerente && (
        <Button
          component={Link}
          to="/caixaemail/nova"
          className="botao-icone"
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
        >
          {textos.nova}
        </Button>
      )}
    </>
  );
}
