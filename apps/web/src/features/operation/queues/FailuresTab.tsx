import { formatInteger } from "@malote/syntax";
import { IconCircleCheck } from "@tabler/icons-react";
import { useSearchParams } from "react-router-dom";
import { explainFailure } from "../../../rpc/call/failures.ts";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { failuresQuery } from "../../../rpc/operator/operator-queries.ts";
import { useTimeZone } from "../../../rpc/session/current-user.ts";
import { operationTexts } from "../../../texts/operator/operation.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ListScreen } from "../../../ui/layout/ListScreen.tsx";
import { readPageParam } from "../../../ui/list/page-param.ts";
import { useNow } from "../../../ui/state/use-now.ts";
import { failureList } from "../failure-list.tsx";
import { RetryAll } from "../RetryAll.tsx";
import { UpdatedOf } from "../Updated.tsx";
import { FailureFilters } from "./FailureFilters.tsx";
import { readFailureFilter } from "./failure-params.ts";
import { QueueTabBar } from "./QueueTabBar.tsx";

const { falhas: texts, filas } = operationTexts;

/** All failed tasks, page by page, with filters by queue, state and conta. */
export function FailuresTab(): React.JSX.Element {
  const [params] = useSearchParams();
  const timeZone = useTimeZone();
  const filter = readFailureFilter(params);
  const query = useQuery(failuresQuery(filter, readPageParam(params)));
  const filtered = Object.keys(filter).length > 0;
  return (
    <ListScreen
      {...failureList(useNow(), timeZone, true)}
      title={texts.titulo}
      heading={filas.titulo}
      total={(count) => texts.total(formatInteger(count))}
      query={query}
      explain={explainFailure}
      timeZone={timeZone}
      // A retry covers all states of a queue or conta, so a filter by state hides the button.
      actions={query.data && !filter.estado && <RetryAll total={query.data.tentaveis} filter={filter} />}
      tabs={<QueueTabBar active="falhas" />}
      chips={<FailureFilters filter={filter} falhas={query.data?.results ?? []} />}
      hints={<UpdatedOf query={query} />}
      empty={
        <EmptyState icon={IconCircleCheck} title={texts.nenhuma}>
          {filtered ? texts.nenhumaFiltro : texts.nenhumaTexto}
        </EmptyState>
      }
    />
  );
}
