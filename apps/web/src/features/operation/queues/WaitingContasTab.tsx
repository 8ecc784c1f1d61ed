import { formatInteger } from "@malote/syntax";
import { IconStack2 } from "@tabler/icons-react";
import { useSearchParams } from "react-router-dom";
import { explainFailure } from "../../../rpc/call/failures.ts";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { type WaitingConta, waitingContasQuery } from "../../../rpc/operator/operator-queries.ts";
import { useTimeZone } from "../../../rpc/session/current-user.ts";
import { operationTexts } from "../../../texts/operator/operation.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { formatDuration } from "../../../ui/format/duration.ts";
import { ListScreen } from "../../../ui/layout/ListScreen.tsx";
import { readPageParam } from "../../../ui/list/page-param.ts";
import type { ListColumn } from "../../../ui/list/ResponsiveTable.tsx";
import { Clip } from "../Clip.tsx";
import classes from "../operation.module.css";
import { UpdatedOf } from "../Updated.tsx";
import { QueueTabBar } from "./QueueTabBar.tsx";

const { esperas: texts, filas } = operationTexts;

const COLUMNS: readonly ListColumn<WaitingConta>[] = [
  { key: "conta", title: texts.conta, cell: ({ conta }) => <Clip strong words={conta} /> },
  {
    key: "esperando",
    title: filas.esperando,
    width: "120px",
    number: ({ esperando }) => esperando,
  },
  {
    key: "antigo",
    title: filas.antigo,
    width: "140px",
    align: "direita",
    cell: ({ esperaMs }) => <span className="num">{formatDuration(esperaMs)}</span>,
  },
  {
    key: "onde",
    title: <span className={classes.situation}>{texts.ondeEspera}</span>,
    width: "50%",
    cell: ({ porFila }) => {
      const words = porFila.map(({ nome, esperando }) => texts.uma(nome, formatInteger(esperando)));
      return <Clip words={words.join(", ")} className={classes.situation} />;
    },
  },
];

/** The contas with waiting tasks, longest wait first. */
export function WaitingContasTab(): React.JSX.Element {
  const [params] = useSearchParams();
  const query = useQuery(waitingContasQuery(readPageParam(params)));
  return (
    <ListScreen
      title={texts.titulo}
      heading={filas.titulo}
      total={(count) => texts.total(formatInteger(count))}
      query={query}
      explain={explainFailure}
      timeZone={useTimeZone()}
      tabs={<QueueTabBar active="contas" />}
      hints={<UpdatedOf query={query} />}
      columns={COLUMNS}
      keyOf={({ contaId }) => contaId}
      minWidth={760}
      empty={
        <EmptyState icon={IconStack2} title={texts.vazio}>
          {texts.vazioTexto}
        </EmptyState>
      }
    />
  );
}
