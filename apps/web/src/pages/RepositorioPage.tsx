import { PAGE_SIZE } from "@malote/contract";
import { formatInteiro } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { RepositorioForm } from "../features/repositorio/RepositorioForm.tsx";
import { RepositorioLista } from "../features/repositorio/RepositorioLista.tsx";
import { useDono, useZona } from "../rpc/atual.ts";
import { explainFalha } from "../rpc/falhas.ts";
import { downloadsQuery } from "../rpc/pedidos.ts";
import { repositorio as textos } from "../textos/repositorio.ts";
import { useAgora } from "../ui/agora.ts";
import { useDensidade } from "../ui/densidade.ts";
import { Falha } from "../ui/Falha.tsx";
import { JobsPage } from "../ui/JobsPage.tsx";
import { LinhasEsqueleto } from "../ui/LinhasEsqueleto.tsx";
import { Pager } from "../ui/Pager.tsx";
import { readPagina, writePagina } from "../ui/pagina.ts";
import { useTitulo } from "../ui/telas.ts";

/** Cell widths of the skeleton rows, in pixels. */
const LARGURAS = [260, 112, 96, 84, 60];

/** Downloads of all XMLs of a period in one file. */
export function RepositorioPage(): React.JSX.Element {
  const [params, setParams] = useSearchParams();
  const pagina = readPagina(params);
  const zona = useZona();
  const agora = useAgora();
  const query = useQuery(downloadsQuery(pagina));
  const total = query.data?.totalCount ?? 0;
  useTitulo(textos.titulo);
  useDensidade(useDono());
  return (
    <JobsPage
      titulo={textos.titulo}
      cabeca={<RepositorioForm key={zona} zona={zona} />}
      lista={{ titulo: textos.lista.titulo, nota: textos.lista.nota }}
      ocupado={query.isPlaceholderData}
      pe={
        <Pager
          pagina={pagina}
          paginas={Math.max(1, Math.ceil(total / PAGE_SIZE))}
          total={textos.lista.total(formatInteiro(total))}
          onPagina={(next) => setParams(writePagina(params, next))}
        />
      }
    >
      {query.data ? (
        <RepositorioLista downloads={query.data.results} agora={agora} zona={zona} />
      ) : query.isPending ? (
        <LinhasEsqueleto linhas={4} larguras={LARGURAS} altas />
      ) : (
        <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />
      )}
    </JobsPage>
  );
}
