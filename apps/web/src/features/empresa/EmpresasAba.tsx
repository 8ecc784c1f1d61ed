import { useQuery } from "@tanstack/react-query";
import { useZona } from "../../rpc/atual.ts";
import { useIsGerente } from "../../rpc/caixas.ts";
import { empresasQuery } from "../../rpc/empresas.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { empresas as textos } from "../../textos/empresas.ts";
import { AbaPage } from "../../ui/AbaPage.tsx";
import { ListaAcoes } from "../../ui/ListaAcoes.tsx";
import { useOrdem } from "../../ui/ordem.ts";
import { useTeclasDaLista } from "../../ui/percorrer.ts";
import { EmpresasEsqueleto, EmpresasLista, EmpresasResumo } from "./EmpresasLista.tsx";
import { ORDENS } from "./lista.ts";

/** The companies of the conta, as a tab of its administration. */
export function EmpresasAba({ abas }: { abas: React.ReactNode }): React.JSX.Element {
  const zona = useZona();
  const gerente = useIsGerente() ?? false;
  const query = useQuery(empresasQuery);
  const empresas = query.data ?? [];
  const [ordem, setOrdem] = useOrdem(ORDENS);
  useTeclasDaLista();
  return (
    <AbaPage
      titulo={textos.lista}
      total={(data) => textos.total(data.length)}
      pedido={query}
      falha={explainFalha}
      zona={zona}
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
      esqueleto={<EmpresasEsqueleto />}
    >
      {(data) => <EmpresasLista empresas={data} ordem={ordem} />}
    </AbaPage>
  );
}
