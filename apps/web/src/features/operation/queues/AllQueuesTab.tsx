import { useQuery } from "@tanstack/react-query";
import { explainFailure } from "../../../rpc/call/failures.ts";
import { operatorStateQuery } from "../../../rpc/operator/operator-queries.ts";
import { useTimeZone } from "../../../rpc/session/current-user.ts";
import { operationTexts } from "../../../texts/operator/operation.ts";
import { TabPage } from "../../../ui/layout/TabPage.tsx";
import { RowsSkeleton } from "../../../ui/list/RowsSkeleton.tsx";
import { QueuesTable } from "../QueuesTable.tsx";
import { UpdatedOf } from "../Updated.tsx";
import { QueueTabBar } from "./QueueTabBar.tsx";

const { filas: texts } = operationTexts;

/** All queues of the installation. */
export function AllQueuesTab(): React.JSX.Element {
  const query = useQuery(operatorStateQuery);
  return (
    <TabPage
      title={texts.titulo}
      heading={texts.titulo}
      total={({ filas }) => texts.total(filas.length)}
      query={query}
      explain={explainFailure}
      timeZone={useTimeZone()}
      tabs={<QueueTabBar active="filas" />}
      hints={<UpdatedOf query={query} />}
      skeleton={<RowsSkeleton rows={11} widths={[160, 60, 60, 60, 40, 80]} />}
    >
      {({ filas }) => <QueuesTable queues={filas} />}
    </TabPage>
  );
}
