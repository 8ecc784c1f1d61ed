import { explainFailure } from "../../../rpc/call/failures.ts";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { operatorStateQuery } from "../../../rpc/operator/operator-queries.ts";
import { useTimeZone } from "../../../rpc/session/current-user.ts";
import { operationTexts } from "../../../texts/operator/operation.ts";
import { ListScreen } from "../../../ui/layout/ListScreen.tsx";
import { QUEUE_LIST } from "../queue-list.tsx";
import { UpdatedOf } from "../Updated.tsx";
import { QueueTabBar } from "./QueueTabBar.tsx";

const { filas: texts } = operationTexts;

/** All queues of the installation. */
export function AllQueuesTab(): React.JSX.Element {
  const query = useQuery({ ...operatorStateQuery, select: ({ filas }) => filas });
  return (
    <ListScreen
      {...QUEUE_LIST}
      title={texts.titulo}
      heading={texts.titulo}
      total={texts.total}
      query={query}
      explain={explainFailure}
      timeZone={useTimeZone()}
      tabs={<QueueTabBar active="filas" />}
      hints={<UpdatedOf query={query} />}
      empty={null}
    />
  );
}
