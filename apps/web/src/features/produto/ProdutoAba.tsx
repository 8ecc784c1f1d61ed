import { PAGE_SIZE } from "@malote/contract";
import { formatInteiro } from "@malote/syntax";
import { IconBuilding } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { useZona } from "../../rpc/atual.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import { contasVistasQuery } from "../../rpc/produto.ts";
import { administracao } from "../../textos/admin.ts";
import { produto as textos } from "../../textos/produto.ts";
import { Atualizado } from "../../ui/Atualizado.tsx";
import { useAgora } from "../../ui/agora.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Falha } from "../../ui/Falha.tsx";
import { LinhasEsqueleto } from "../../ui/LinhasEsqueleto.tsx";
import { ListPage } from "../../ui/ListPage.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { readPagina, writePagina } from "../../ui/pagina.ts";
import { useTitulo } from "../../ui/telas.ts";
import { ContasLista } from "./ContasLista.tsx";

/** What stands in a row while the first come. */
const LARGURAS = [200, 148, 132, 120, 120];

/** All contas, their health and their use, as a tab of the administration that people of the product have. */
export function ProdutoAba({ abas }: { abas: React.ReactNode }): React.JSX.Element {
  const [params, setParams] = useSearchParams();
  const pagina = readPagina(params);
  const zona = useZona();
  const agora = useAgora();
  const query = useQuery(contasVistasQuery(pagina));
  const total = query.data?.totalCount ?? 0;
  useTitulo(textos.titulo);
  return (
    <ListPage
      titulo={administracao.titulo}
      resumo={query.data ? textos.total(formatInteiro(total)) : undefined}
      acoes={null}
      abas={abas}
      fichas={null}
      dicas={query.data && <Atualizado em={query.dataUpdatedAt} zona={zona} />}
      ocupado={query.isPlaceholderData}
      pe={
        <Pager
          pagina={pagina}
          paginas={Math.max(1, Math.ceil(total / PAGE_SIZE))}
          total={textos.total(formatInteiro(total))}
          onPagina={(next) => setParams(writePagina(params, next))}
        />
      }
    >
      {query.data === undefined && query.isPending && (
        <LinhasEsqueleto linhas={6} larguras={LARGURAS} altas />
      )}
      {query.error && <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />}
      {query.data?.results.length === 0 && (
        <EmptyState icone={IconBuilding} titulo={textos.vazio} acao={null}>
          {textos.vazioTexto}
        </EmptyState>
      )}
      {query.data && query.data.results.length > 0 && (
        <ContasLista contas={query.data.results} agora={agora} zona={zona} />
      )}
    </ListPage>
  );
}
