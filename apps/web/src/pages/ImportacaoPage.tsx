import { PAGE_SIZE } from "@malote/contract";
import { formatInteiro } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { FilaEnvios } from "../features/importacao/FilaEnvios.tsx";
import { ImportacoesLista } from "../features/importacao/ImportacoesLista.tsx";
import { ZonaDeSoltar } from "../features/importacao/ZonaDeSoltar.tsx";
import { useDono, useZona } from "../rpc/atual.ts";
import { explainFalha } from "../rpc/falhas.ts";
import { importacoesQuery } from "../rpc/importacoes.ts";
import { importacao as textos } from "../textos/importacao.ts";
import { useDensidade } from "../ui/densidade.ts";
import { Falha } from "../ui/Falha.tsx";
import { JobsPage } from "../ui/JobsPage.tsx";
import { LinhasEsqueleto } from "../ui/LinhasEsqueleto.tsx";
import { Pager } from "../ui/Pager.tsx";
import { readPagina, writePagina } from "../ui/pagina.ts";
import { useTitulo } from "../ui/telas.ts";

/** Cell widths of the skeleton rows, in pixels. */
const LARGURAS = [180, 112, 96, 84, 120];

/** Import of existing documents as XML or ZIP, and the outcome of each file. */
export function ImportacaoPage(): React.JSX.Element {
  const [params, setParams] = useSearchParams();
  const pagina = readPagina(params);
  const zona = useZona();
  const query = useQuery(importacoesQuery(pagina));
  const total = query.data?.totalCount ?? 0;
  useTitulo(textos.titulo);
  useDensidade(useDono());
  return (
    <JobsPage
      titulo={textos.titulo}
      cabeca={
        <>
          <ZonaDeSoltar />
          <FilaEnvios />
        </>
      }
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
        <ImportacoesLista importacoes={query.data.results} zona={zona} />
      ) : query.isPending ? (
        <LinhasEsqueleto linhas={4} larguras={LARGURAS} />
      ) : (
        <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />
      )}
    </JobsPage>
  );
}
