import { formatInteger } from "@malote/syntax";
import { IconBuilding } from "@tabler/icons-react";
import { useSearchParams } from "react-router-dom";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { allContasQuery } from "../../rpc/operator/contas.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { allContasTexts as texts } from "../../texts/operator/contas.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { ListScreen } from "../../ui/layout/ListScreen.tsx";
import { readPageParam } from "../../ui/list/page-param.ts";
import { useNow } from "../../ui/state/use-now.ts";
import { columnsOf } from "./conta-columns.tsx";

/** All contas with their health and usage, for the product team. */
export function ContasPage(): React.JSX.Element {
  const [params] = useSearchParams();
  const timeZone = useTimeZone();
  return (
    <ListScreen
      title={texts.titulo}
      heading={texts.titulo}
      total={(count) => texts.total(formatInteger(count))}
      query={useQuery(allContasQuery(readPageParam(params)))}
      explain={explainFailure}
      timeZone={timeZone}
      columns={columnsOf(useNow(), timeZone)}
      keyOf={({ id }) => id}
      minWidth={1020}
      rowHeight={56}
      empty={
        <EmptyState icon={IconBuilding} title={texts.vazio}>
          {texts.vazioTexto}
        </EmptyState>
      }
    />
  );
}
