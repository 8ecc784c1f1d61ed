import { formatDateTime, formatInteger } from "@malote/syntax";
import { IconListDetails } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { explainFailure } from "../../rpc/call/failures.ts";
import { type OperatorAct, operatorLogQuery } from "../../rpc/operator/operator-queries.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { general } from "../../texts/app/general.ts";
import { operatorLogTexts as texts } from "../../texts/operator/pages.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { TabPage, TabPager } from "../../ui/layout/TabPage.tsx";
import type { Column } from "../../ui/list/DataTable.tsx";
import { readPageParam } from "../../ui/list/page-param.ts";
import { ResponsiveTable } from "../../ui/list/ResponsiveTable.tsx";
import { RowsSkeleton } from "../../ui/list/RowsSkeleton.tsx";
import { Clip } from "./Clip.tsx";
import { UpdatedOf } from "./Updated.tsx";

const { colunas: t } = texts;

/** Log of operator actions, newest first. */
export function RegistrosPage(): React.JSX.Element {
  const [params] = useSearchParams();
  const timeZone = useTimeZone();
  const query = useQuery(operatorLogQuery(readPageParam(params)));
  const total = query.data?.totalCount ?? 0;
  const words = texts.total(formatInteger(total));
  return (
    <TabPage
      title={texts.titulo}
      heading={texts.titulo}
      total={() => words}
      query={query}
      explain={explainFailure}
      timeZone={timeZone}
      hints={<UpdatedOf query={query} />}
      footer={<TabPager total={total} label={words} />}
      skeleton={<RowsSkeleton rows={8} widths={[120, 140, 280, 100, 120]} />}
    >
      {({ results }) =>
        results.length > 0 ? (
          <ResponsiveTable
            label={texts.titulo}
            columns={columnsOf(timeZone)}
            rows={results}
            keyOf={({ id }) => id}
            minWidth={900}
          />
        ) : (
          <EmptyState icon={IconListDetails} title={texts.vazio}>
            {texts.vazioTexto}
          </EmptyState>
        )
      }
    </TabPage>
  );
}

function columnsOf(timeZone: string): Column<OperatorAct>[] {
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
