import { formatInteger } from "@malote/syntax";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import type { Failure } from "../../../rpc/operator/operator-queries.ts";
import { operationTexts } from "../../../texts/operator/operation.ts";
import { formatTime } from "../../../ui/format/relative-time.ts";
import { ResponsiveTable } from "../../../ui/list/ResponsiveTable.tsx";
import { useNow } from "../../../ui/state/use-now.ts";
import { failureList } from "../failure-list.tsx";
import { RetryAll } from "../RetryAll.tsx";
import classes from "./Overview.module.css";
import { Panel, PanelList } from "./Panel.tsx";

const { falhas: texts } = operationTexts;

/** Rows of the panel; the page of failures has all. */
export const SHOWN_FAILURES = 8;

type Page = { results: Failure[]; totalCount: number; tentaveis: number; desdeEm: Date | null };

/** Panel of the tasks that failed today or are still retried. */
export function FailuresPanel({
  query,
  zona,
}: {
  query: UseQueryResult<Page>;
  zona: string;
}): React.JSX.Element {
  const { data } = query;
  const agora = useNow();
  return (
    <Panel
      id="falhas"
      query={query}
      rows={4}
      title={texts.titulo}
      aside={data?.desdeEm && texts.desde(formatTime(data.desdeEm, zona))}
      action={data && <RetryAll total={data.tentaveis} filter={{}} />}
    >
      {(page) => (
        <PanelList
          list={page}
          none={`${texts.nenhuma}.`}
          more={
            <Link to="/operacao/filas?aba=falhas" className="link">
              {texts.ver(formatInteger(page.totalCount))}
            </Link>
          }
        >
          {(failures) => (
            <div className={classes.table}>
              <ResponsiveTable {...failureList(agora, zona, false)} rows={failures} />
            </div>
          )}
        </PanelList>
      )}
    </Panel>
  );
}
