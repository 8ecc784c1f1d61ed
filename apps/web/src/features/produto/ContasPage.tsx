import { formatInteiro } from "@malote/syntax";
import { IconBuilding } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { useZona } from "../../rpc/atual.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { contasVistasQuery } from "../../rpc/produto.ts";
import { produto as textos } from "../../textos/produto.ts";
import { AbaPage, AbaPager } from "../../ui/AbaPage.tsx";
import { useAgora } from "../../ui/agora.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinhasEsqueleto } from "../../ui/LinhasEsqueleto.tsx";
import { readPagina } from "../../ui/pagina.ts";
import { ContasLista } from "./ContasLista.tsx";

/** Widths of the placeholders of a row, in pixels, while the list loads. */
const LARGURAS = [200, 148, 132, 120, 120];

/** All contas with their health and usage, for the product team. */
export function ContasPage(): React.JSX.Element {
  const [params] = useSearchParams();
  const zona = useZona();
  const agora = useAgora();
  const query = useQuery(contasVistasQuery(readPagina(params)));
  const total = query.data?.totalCount ?? 0;
  const rotulo = textos.total(formatInteiro(total));
  return (
    <AbaPage
      titulo={textos.titulo}
      cabecalho={textos.titulo}
      total={() => rotulo}
      pedido={query}
      falha={explainFalha}
      zona={zona}
      pe={<AbaPager total={total} rotulo={rotulo} />}
      esqueleto={<LinhasEsqueleto linhas={6} larguras={LARGURAS} altas />}
    >
      {({ results }) =>
        results.length > 0 ? (
          <ContasLista contas={results} agora={agora} zona={zona} />
        ) : (
          <EmptyState icone={IconBuilding} titulo={textos.vazio} acao={null}>
            {textos.vazioTexto}
          </EmptyState>
        )
      }
    </AbaPage>
  );
}
