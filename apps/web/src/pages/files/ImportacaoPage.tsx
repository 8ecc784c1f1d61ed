import { PAGE_SIZE } from "@malote/contract";
import { formatInteger } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { DropZone } from "../../features/importacao/DropZone.tsx";
import { ImportacaoList } from "../../features/importacao/ImportacaoList.tsx";
import { UploadQueue } from "../../features/importacao/UploadQueue.tsx";
import { explainFailure } from "../../rpc/call/failures.ts";
import { importacoesQuery } from "../../rpc/files/importacoes.ts";
import { useOwner, useTimeZone } from "../../rpc/session/current-user.ts";
import { importacaoTexts as texts } from "../../texts/files/importacao.ts";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { JobsPage } from "../../ui/layout/JobsPage.tsx";
import { usePageTitle } from "../../ui/layout/page-hooks.ts";
import { useDensity } from "../../ui/list/density.ts";
import { Pager } from "../../ui/list/Pager.tsx";
import { readPageParam, writePageParam } from "../../ui/list/page-param.ts";
import { RowsSkeleton } from "../../ui/list/RowsSkeleton.tsx";

/** Cell widths of the skeleton rows, in pixels. */
const CELL_WIDTHS = [180, 112, 96, 84, 120];

/** Import of existing documents as XML or ZIP, and the outcome of each file. */
export function ImportacaoPage(): React.JSX.Element {
  const [params, setParams] = useSearchParams();
  const page = readPageParam(params);
  const timeZone = useTimeZone();
  const query = useQuery(importacoesQuery(page));
  const total = query.data?.totalCount ?? 0;
  usePageTitle(texts.titulo);
  useDensity(useOwner());
  return (
    <JobsPage
      title={texts.titulo}
      head={
        <>
          <DropZone />
          <UploadQueue />
        </>
      }
      list={{ title: texts.lista.titulo, note: texts.lista.nota }}
      busy={query.isPlaceholderData}
      footer={
        <Pager
          page={page}
          pages={Math.max(1, Math.ceil(total / PAGE_SIZE))}
          total={texts.lista.total(formatInteger(total))}
          onPage={(next) => setParams(writePageParam(params, next))}
        />
      }
    >
      {query.data ? (
        <ImportacaoList importacoes={query.data.results} timeZone={timeZone} />
      ) : query.isPending ? (
        <RowsSkeleton rows={4} widths={CELL_WIDTHS} />
      ) : (
        <FailureState failure={explainFailure(query.error)} onRetry={() => void query.refetch()} />
      )}
    </JobsPage>
  );
}

export { ImportacaoPage as Component };
