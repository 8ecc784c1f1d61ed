import { useQuery } from "@tanstack/react-query";
import { useZona } from "../../rpc/atual.ts";
import { useIsGerente } from "../../rpc/caixas.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { caixasPertoQuery } from "../../rpc/queries.ts";
import { administracao } from "../../textos/admin.ts";
import { caixas as textos } from "../../textos/caixas.ts";
import { Atualizado } from "../../ui/Atualizado.tsx";
import { Falha } from "../../ui/Falha.tsx";
import { ListaAcoes } from "../../ui/ListaAcoes.tsx";
import { ListPage } from "../../ui/ListPage.tsx";
import { useOrdem } from "../../ui/ordem.ts";
import { useTeclasDaLista } from "../../ui/percorrer.ts";
import { useTitulo } from "../../ui/telas.ts";
import { CaixasEsqueleto, CaixasLista, CaixasResumo } from "./CaixasLista.tsx";
import { ORDENS } from "./saude.ts";

/** The mailboxes of the conta, as a tab of its administration. */
export function CaixasAba({ abas }: { abas: React.ReactNode }): React.JSX.Element {
  const zona = useZona();
  const gerente = useIsGerente() ?? false;
  const query = useQuery(caixasPertoQuery);
  const caixas = query.data ?? [];
  const [ordem, setOrdem] = useOrdem(ORDENS);
  useTitulo(textos.lista);
  useTeclasDaLista();
  return (
    <ListPage
      titulo={administracao.titulo}
      resumo={query.data ? textos.total(caixas.length) : undefined}
      acoes={
        <ListaAcoes
          valor={ordem}
          opcoes={ORDENS.map((valor) => ({ valor, rotulo: textos.ordens[valor] }))}
          onChange={setOrdem}
          nova={gerente ? { rotulo: textos.nova, to: "/caixaemail/nova" } : null}
          vazia={caixas.length === 0}
        />
      }
      abas={abas}
      fichas={<CaixasResumo caixas={caixas} />}
      dicas={query.data && <Atualizado em={query.dataUpdatedAt} zona={zona} />}
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
