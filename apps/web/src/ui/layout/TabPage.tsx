import { PAGE_SIZE } from "@malote/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { administrationTexts } from "../../texts/admin/administration.ts";
import type { Explanation } from "../../texts/app/general.ts";
import { FailureState } from "../feedback/FailureState.tsx";
import { LoadedAt } from "../feedback/LoadedAt.tsx";
import { Pager } from "../list/Pager.tsx";
import { readPageParam, writePageParam } from "../list/page-param.ts";
import { ListPage } from "./ListPage.tsx";
import { usePageTitle } from "./page-hooks.ts";

/** A page or tab that shows a list: its content, its skeleton while loading, or the failure. */
export function TabPage<T>(props: {
  /** Title of the window. */
  title: string;
  /** Heading of the page; by default that of the administration. */
  heading?: string;
  /** The count in words. */
  total: (data: T) => string;
  query: UseQueryResult<T>;
  explain: (error: Error) => Explanation | null;
  timeZone: string;
  actions?: React.ReactNode;
  tabs?: React.ReactNode;
  chips?: React.ReactNode;
  /** Right end of the bar; by default the time of the last load. */
  hints?: React.ReactNode;
  footer?: React.ReactNode;
  skeleton: React.ReactNode;
  children: (data: T) => React.ReactNode;
}): React.JSX.Element {
  const { title, heading = administrationTexts.titulo, total, query, explain, timeZone } = props;
  const { actions, tabs, chips, hints, footer, skeleton, children } = props;
  const { data, error } = query;
  const failed = data === undefined && error !== null;
  usePageTitle(title);
  return (
    <ListPage
      title={heading}
      summary={data ? total(data) : ""}
      actions={actions}
      tabs={tabs}
      chips={chips}
      hints={hints ?? (data && <LoadedAt at={query.dataUpdatedAt} timeZone={timeZone} />)}
      busy={query.isPlaceholderData}
      footer={failed ? null : footer}
    >
      {data === undefined && query.isPending && skeleton}
      {failed && <FailureState failure={explain(error)} onRetry={() => void query.refetch()} />}
      {data !== undefined && children(data)}
    </ListPage>
  );
}

/** The pager of such a list; the page number is in the URL. */
export function TabPager({ total, label }: { total: number; label: string }): React.JSX.Element {
  const [params, setParams] = useSearchParams();
  return (
    <Pager
      page={readPageParam(params)}
      pages={Math.max(1, Math.ceil(total / PAGE_SIZE))}
      total={label}
      onPage={(next) => setParams(writePageParam(params, next))}
    />
  );
}
