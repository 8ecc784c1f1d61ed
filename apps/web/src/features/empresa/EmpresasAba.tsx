import { useQuery } from "@tanstack/react-query";
import { useZona } from "../../rpc/atual.ts";
import { useIsGerente } from "../../rpc/caixas.ts";
import { empresasQuery } from "../../rpc/empresas.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { administracao } from "../../textos/admin.ts";
import { empresas as textos } from "../../textos/empresas.ts";
import { Atualizado } from "../../ui/Atualizado.tsx";
import { Falha } from "../../ui/Falha.tsx";
import { ListaAcoes } from "../../ui/ListaAcoes.tsx";
import { ListPage } from "../../ui/ListPage.tsx";
import { useOrdem } from "../../ui/ordem.ts";
import { useTeclasDaLista } from "../../ui/percorrer.ts";
import { useTitulo } from "../../ui/telas.ts";
import { EmpresasEsqueleto, EmpresasLista, EmpresasResumo } from "./EmpresasLista.tsx";
import { ORDENS } from "./lista.ts";

/** The companies of the conta, as a tab of its administration. */
export function EmpresasAba({ abas }: { abas: React.ReactNode }): React.JSX.Element {
  const zona = useZona();
  const gerente = useIsGerente() ?? false;
  const query = useQuery(empresasQuery);
  const empresas = query.data ?? [];
  const [ordem, setOrdem] = useOrdem(ORDENS);
  useTitulo(textos.lista);
  useTeclasDaLista();
  return (
    <ListPage
      titulo={administracao.titulo}
      resumo={query.data ? textos.total(empresas.length) : undefined}
      acoes={
        <ListaAcoes
          valor={ordem}
          opcoes={ORDENS.map((valor) => ({ valor, rotulo: textos.ordens[valor] }))}
          onChange={setOrdem}
          nova={gerente ? { rotulo: textos.nova, to: "/empresa/nova" } : null}
          vazia={empresas.length === 0}
        />
      }
      abas={abas}
      fichas={<EmpresasResumo empresas={empresas} />}
      dicas={query.data && <Atualizado em={query.dataUpdatedAt} zona={zona} />}
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
