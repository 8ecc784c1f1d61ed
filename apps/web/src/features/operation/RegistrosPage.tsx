import { formatDateTime, formatInteger } from "@malote/syntax";
import { IconListDetails } from "@tabler/icons-react";
import { useSearchParams } from "react-router-dom";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { type OperatorAct, operatorLogQuery } from "../../rpc/operator/operator-queries.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { general } from "../../texts/app/general.ts";
import { operatorLogTexts as texts } from "../../texts/operator/pages.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { ListScreen } from "../../ui/layout/ListScreen.tsx";
import { readPageParam } from "../../ui/list/page-param.ts";
import type { ListColumn } from "../../ui/list/ResponsiveTable.tsx";
import { Clip } from "./Clip.tsx";
import { UpdatedOf } from "./Updated.tsx";

const { colunas: t } = texts;

/** Log of operator actions, newest first. */
export function RegistrosPage(): React.JSX.Element {
  const [params] = useSearchParams();
  const timeZone = useTimeZone();
  const query = useQuery(operatorLogQuery(readPageParam(params)));
  return (
    <ListScreen
      title={texts.titulo}
      heading={texts.titulo}
      total={(count) => texts.total(formatInteger(count))}
      query={query}
      explain={explainFailure}
      timeZone={timeZone}
      hints={<UpdatedOf query={query} />}
      columns={columnsOf(timeZone)}
      keyOf={({ id }) => id}
      minWidth={900}
      empty={
        <EmptyState icon={IconListDetails} title={texts.vazio}>
          {texts.vazioTexto}
        </EmptyState>
      }
    />
  );
}

function columnsOf(timeZone: string): ListColumn<OperatorAct>[] {
  return [
    {
      key: "texto",
      title: t.texto,
      cell: ({ texto }) => <Clip strong words={texto} />,
    },
    {
      key: "quando",
      title: t.quando,
      width: "150px",
      cell: ({ quando }) => <span className="num">{quando && formatDateTime(quando, timeZone)}</span>,
    },
    {
      key: "usuario",
      title: t.usuario,
      width: "16%",
      cell: ({ usuario }) => <Clip words={usuario} />,
    },
    { key: "conta", title: t.conta, width: "14%", cell: ({ conta }) => <Clip words={conta} /> },
    {
      key: "detalhe",
      title: t.detalhe,
      width: "28%",
      cell: ({ detalhe }) => <Clip words={detalhe ?? general.nenhumValor} />,
    },
  ];
}
