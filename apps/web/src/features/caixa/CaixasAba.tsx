import { useQuery } from "@tanstack/react-query";
import { useZona } from "../../rpc/atual.ts";
import { useIsGerente } from "../../rpc/caixas.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { caixasPertoQuery } from "../../rpc/queries.ts";
import { caixas as textos } from "../../textos/caixas.ts";
import { AbaPage } from "../../ui/AbaPage.tsx";
import { ListaAcoes } from "../../ui/ListaAcoes.tsx";
import { useOrdem } from "../../ui/ordem.ts";
import { useTeclasDaLista } from "../../ui/percorrer.ts";
import { CaixasEsqueleto, CaixasLista, CaixasResumo } from "./CaixasLista.tsx";
import { ORDENS } from "./saude.ts";

/** The mailboxes of the conta, as a tab of its administration. */
export function CaixasAba({ abas }: { abas: React.ReactNode }): React.JSX.Element {
  const zona = useZona();
  const gerente = useIsGerente() ?? false;
  const query = useQuery(caixasPertoQuery);
  const caixas = query.data ?? [];
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
          nova={gerente ? { rotulo: textos.nova, to: "/caixaemail/nova" } : null}
          vazia={caixas.length === 0}
        />
      }
      abas={abas}
      fichas={<CaixasResumo caixas={caixas} />}
      esqueleto={<CaixasEsqueleto />}
    >
      {(data) => <CaixasLista caixas={data} ordem={ordem} />}
    </AbaPage>
  );
}
