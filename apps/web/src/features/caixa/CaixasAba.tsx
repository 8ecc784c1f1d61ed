import { useQuery } from "@tanstack/react-query";
import { explainFalha } from "../../rpc/falhas.ts";
import { caixasPertoQuery } from "../../rpc/queries.ts";
import { administracao } from "../../textos/admin.ts";
import { caixas as textos } from "../../textos/caixas.ts";
import { useAtalhos } from "../../ui/atalhos.ts";
import { Falha } from "../../ui/Falha.tsx";
import { ListPage } from "../../ui/ListPage.tsx";
import { focusLinha } from "../../ui/percorrer.ts";
import { useTitulo } from "../../ui/telas.ts";
import { AdminAbas } from "../admin/AdminAbas.tsx";
import { AdminAtualizado } from "../admin/AdminAtualizado.tsx";
import { ListaAcoes } from "../admin/ListaAcoes.tsx";
import { useOrdem } from "../admin/ordem.ts";
import { CaixasEsqueleto, CaixasLista, CaixasResumo } from "./CaixasLista.tsx";
import { ORDENS } from "./saude.ts";

/** The mailboxes of the conta, as a tab of its administration. */
export function CaixasAba(): React.JSX.Element {
  const query = useQuery(caixasPertoQuery);
  const caixas = query.data ?? [];
  const [ordem, setOrdem] = useOrdem(ORDENS);
  useTitulo(textos.lista);
  useAtalhos({ j: () => focusLinha(1), k: () => focusLinha(-1) });
  return (
    <ListPage
      titulo={administracao.titulo}
      resumo={query.data ? textos.total(caixas.length) : undefined}
      acoes={
        <ListaAcoes
          valor={ordem}
          opcoes={ORDENS.map((valor) => ({ valor, rotulo: textos.ordens[valor] }))}
          onChange={setOrdem}
          nova={{ rotulo: textos.nova, to: "/caixaemail/nova" }}
          vazia={caixas.length === 0}
        />
      }
      abas={<AdminAbas ativa="caixa" />}
      fichas={<CaixasResumo caixas={caixas} />}
      dicas={query.data && <AdminAtualizado em={query.dataUpdatedAt} />}
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
