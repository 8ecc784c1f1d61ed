import { Box, Group, Skeleton } from "@mantine/core";
import { explainFailure } from "../../../rpc/call/failures.ts";
import { useQuery } from "../../../rpc/call/use-query.ts";
import {
  failuresQuery,
  type OperatorState,
  operatorStateQuery,
} from "../../../rpc/operator/operator-queries.ts";
import { useTimeZone } from "../../../rpc/session/current-user.ts";
import { operationTexts as texts } from "../../../texts/operator/operation.ts";
import { FailureState } from "../../../ui/feedback/FailureState.tsx";
import { usePageTitle } from "../../../ui/layout/page-hooks.ts";
import { ScrollRegion } from "../../../ui/layout/ScrollRegion.tsx";
import { RowsSkeleton } from "../../../ui/list/RowsSkeleton.tsx";
import { Updated } from "../Updated.tsx";
import { BackupPanel } from "./BackupPanel.tsx";
import { CaixasPanel } from "./CaixasPanel.tsx";
import { CertificadosPanel } from "./CertificadosPanel.tsx";
import { FailuresPanel, SHOWN_FAILURES } from "./FailuresPanel.tsx";
import { Health } from "./Health.tsx";
import classes from "./Overview.module.css";
import { OverviewActions } from "./OverviewActions.tsx";
import { QueuesPanel } from "./QueuesPanel.tsx";
import { StoragePanel } from "./StoragePanel.tsx";
import { Strip } from "./Strip.tsx";

/** Widths of the placeholder cells of the queues. */
const WIDTHS = [180, 60, 60, 60, 60];

/** Overview of the installation, with everything that needs an operator. */
export function OverviewPage(): React.JSX.Element {
  const timeZone = useTimeZone();
  const state = useQuery(operatorStateQuery);
  const falhas = useQuery(failuresQuery({}, 1, SHOWN_FAILURES));
  usePageTitle(texts.telas.operacao);
  const { data } = state;
  return (
    <ScrollRegion className={classes.page} aria-label={texts.telas.operacao}>
      <Group px="var(--gutter)" pt={20}>
        <Box component="h1" className="t-pagina" flex={1} miw={160}>
          {texts.telas.operacao}
        </Box>
        <Updated
          at={Math.min(state.dataUpdatedAt, falhas.dataUpdatedAt)}
          failed={state.isError || falhas.isError}
          fetching={state.isFetching || falhas.isFetching}
        />
        <OverviewActions pausada={data?.pausa.pausada} />
      </Group>
      {data && (
        <>
          <Box px="var(--gutter)" py={16}>
            <Strip strip={withList(data.faixa, falhas.data)} />
          </Box>
          <Health findings={data.saude} />
        </>
      )}
      {!data && !state.isError && <Skeleton mx="var(--gutter)" my={16} w="auto" h={58} />}
      {!data && state.isError && (
        <FailureState failure={explainFailure(state.error)} onRetry={() => void state.refetch()} />
      )}
      <div className={classes.columns}>
        <div className={classes.left}>
          {data && <QueuesPanel queues={data.filas} />}
          {!data && !state.isError && <RowsSkeleton rows={6} widths={WIDTHS} />}
          <FailuresPanel query={falhas} zona={timeZone} />
        </div>
        <div className={classes.right}>
          <StoragePanel />
          <BackupPanel />
          <CaixasPanel all={data?.faixa.caixas} />
          <CertificadosPanel />
        </div>
      </div>
    </ScrollRegion>
  );
}

/** Takes the failure counts from the list on screen, which may be newer than the strip. */
function withList(
  strip: OperatorState["faixa"],
  list: { totalCount: number; tentaveis: number } | undefined,
): OperatorState["faixa"] {
  return list ? { ...strip, falhas: list.totalCount, falhasTentaveis: list.tentaveis } : strip;
}
