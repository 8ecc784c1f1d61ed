import { useQuery } from "@tanstack/react-query";
import { empresasQuery } from "../../rpc/empresas.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { administracao } from "../../textos/admin.ts";
import { empresas as textos } from "../../textos/empresas.ts";
import { useAtalhos } from "../../ui/atalhos.ts";
import { Falha } from "../../ui/Falha.tsx";
import { ListPage } from "../../ui/ListPage.tsx";
import { focusLinha } from "../../ui/percorrer.ts";
import { useTitulo } from "../../ui/telas.ts";
import { AdminAbas } from "../admin/AdminAbas.tsx";
import { AdminAtualizado } from "../admin/AdminAtualizado.tsx";
import { ListaAcoes } from "../admin/ListaAcoes.tsx";
import { useOrdem } from "../admin/ordem.ts";
import { EmpresasEsqueleto, EmpresasLista, EmpresasResumo } from "./EmpresasLista.tsx";
import { ORDENS } from "./lista.ts";

/** The companies of the conta, as a tab of its administration. */
export function EmpresasAba(): React.JSX.Element {
  const query = useQuery(empresasQuery);
  const empresas = query.data ?? [];
  const [ordem, setOrdem] = useOrdem(ORDENS);
  useTitulo(textos.lista);
  useAtalhos({ j: () => focusLinha(1), k: () => focusLinha(-1) });
  return (
    <ListPage
      titulo={administracao.titulo}
      resumo={query.data ? textos.total(empresas.length) : undefined}
      acoes={
        <ListaAcoes
          valor={ordem}
          opcoes={ORDENS.map((valor) => ({ valor, rotulo: textos.ordens[valor] }))}
          onChange={setOrdem}
          nova={{ rotulo: textos.nova, to: "/empresa/nova" }}
          vazia={empresas.length === 0}
        />
      }
      abas={<AdminAbas ativa="empresa" />}
      fichas={<EmpresasResumo empresas={empresas} />}
      dicas={query.data && <AdminAtualizado em={query.dataUpdatedAt} />}
      pe={null}
    >
      {query.data ? (
        <EmpresasLista empresas={query.data} ordem={ordem} />
      ) : query.isPending ? (
        <EmpresasEsqueleto />
      ) : (
        <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />
      )}
    </ListPage>
  );
}
