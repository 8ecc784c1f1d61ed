import { formatInteiro } from "@malote/syntax";
import { IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { useZona } from "../../../rpc/atual.ts";
import { explainFalha } from "../../../rpc/falhas.ts";
import { falhasQuery } from "../../../rpc/operador.ts";
import { operacao } from "../../../textos/operacao.ts";
import { AbaPage, AbaPager } from "../../../ui/AbaPage.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LinhasEsqueleto } from "../../../ui/LinhasEsqueleto.tsx";
import { readPagina } from "../../../ui/pagina.ts";
import { FalhasTable } from "../FalhasTable.tsx";
import { RetryAll } from "../RetryAll.tsx";
import { UpdatedOf } from "../Updated.tsx";
import { FalhasFilters } from "./FalhasFilters.tsx";
import { FilasTabs } from "./FilasTabs.tsx";
import { readFalhaFilter } from "./falha-filter.ts";

const { falhas: textos, filas } = operacao;

/** All failed tasks, page by page, with filters by queue, state and conta. */
export function FalhasTab(): React.JSX.Element {
  const [params] = useSearchParams();
  const zona = useZona();
  const filter = readFalhaFilter(params);
  const query = useQuery(falhasQuery(filter, readPagina(params)));
  const total = query.data?.totalCount ?? 0;
  const words = textos.total(formatInteiro(total));
  const filtered = Object.keys(filter).length > 0;
  return (
    <AbaPage
      titulo={textos.titulo}
      cabecalho={filas.titulo}
      total={() => words}
      pedido={query}
      falha={explainFalha}
      zona={zona}
      // A retry covers all states of a queue or conta, so a filter by state hides the button.
      acoes={query.data && !filter.estado && <RetryAll total={query.data.tentaveis} filter={filter} />}
      abas={<FilasTabs active="falhas" />}
      fichas={<FalhasFilters filter={filter} falhas={query.data?.results ?? []} />}
      dicas={<UpdatedOf query={query} />}
      pe={<AbaPager total={total} rotulo={words} />}
      esqueleto={<LinhasEsqueleto linhas={8} larguras={[80, 120, 340, 100, 60]} />}
    >
      {({ results }) =>
        results.length > 0 ? (
          <FalhasTable falhas={results} zona={zona} withConta />
        ) : (
          <EmptyState icone={IconCircleCheck} titulo={textos.nenhuma}>
            {filtered ? textos.nenhumaFiltro : textos.nenhumaTexto}
          </EmptyState>
        )
      }
    </AbaPage>
  );
}
