import { PAGE_SIZE } from "@malote/contract";
import { formatInteger } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { RepositorioForm } from "../../features/repositorio/RepositorioForm.tsx";
import { RepositorioList } from "../../features/repositorio/RepositorioList.tsx";
import { explainFailure } from "../../rpc/call/failures.ts";
import { downloadsQuery } from "../../rpc/files/requested-files.ts";
import { useOwner, useTimeZone } from "../../rpc/session/current-user.ts";
import { repositorioTexts as texts } from "../../texts/files/repositorio.ts";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { JobsPage } from "../../ui/layout/JobsPage.tsx";
import { usePageTitle } from "../../ui/layout/page-hooks.ts";
import { useDensity } from "../../ui/list/density.ts";
import { Pager } from "../../ui/list/Pager.tsx";
import { readPageParam, writePageParam } from "../../ui/list/page-param.ts";
import { RowsSkeleton } from "../../ui/list/RowsSkeleton.tsx";
import { useNow } from "../../ui/state/use-now.ts";

/** Cell widths of the skeleton rows, in pixels. */
const CELL_WIDTHS = [260, 112, 96, 84, 60];

/** Downloads of all XMLs of a period in one file. */
export function RepositorioPage(): React.JSX.Element {
  const [params, setParams] = useSearchParams();
  const page = readPageParam(params);
  const timeZone = useTimeZone();
  const now = useNow();
  const query = useQuery(downloadsQuery(page));
  const total = query.data?.totalCount ?? 0;
  usePageTitle(texts.titulo);
  useDensity(useOwner());
  return (
    <JobsPage
      title={texts.titulo}
      head={<RepositorioForm key={timeZone} timeZone={timeZone} />}
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
        <RepositorioList downloads={query.data.results} now={now} timeZone={timeZone} />
      ) : query.isPending ? (
        <RowsSkeleton rows={4} widths={CELL_WIDTHS} tall />
      ) : (
        <FailureState failure={explainFailure(query.error)} onRetry={() => void query.refetch()} />
      )}
    </JobsPage>
  );
}

export { RepositorioPage as Component };
