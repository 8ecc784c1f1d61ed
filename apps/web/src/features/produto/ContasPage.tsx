import { formatInteger } from "@malote/syntax";
import { IconBuilding } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import { explainFailure } from "../../rpc/call/failures.ts";
import { allContasQuery } from "../../rpc/operator/contas.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { allContasTexts as texts } from "../../texts/operator/contas.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { TabPage, TabPager } from "../../ui/layout/TabPage.tsx";
import { readPageParam } from "../../ui/list/page-param.ts";
import { RowsSkeleton } from "../../ui/list/RowsSkeleton.tsx";
import { useNow } from "../../ui/state/use-now.ts";
import { ContaList } from "./ContaList.tsx";

/** Widths of the placeholders of a row, in pixels, while the list loads. */
const WIDTHS = [200, 148, 132, 120, 120];

/** All contas with their health and usage, for the product team. */
export function ContasPage(): React.JSX.Element {
  const [params] = useSearchParams();
  const timeZone = useTimeZone();
  const now = useNow();
  const query = useQuery(allContasQuery(readPageParam(params)));
  const total = query.data?.totalCount ?? 0;
  const totalText = texts.total(formatInteger(total));
  return (
    <TabPage
      title={texts.titulo}
      heading={texts.titulo}
      total={() => totalText}
      query={query}
      explain={explainFailure}
      timeZone={timeZone}
      footer={<TabPager total={total} label={totalText} />}
      skeleton={<RowsSkeleton rows={6} widths={WIDTHS} tall />}
    >
      {({ results }) =>
        results.length > 0 ? (
          <ContaList contas={results} now={now} timeZone={timeZone} />
        ) : (
          <EmptyState icon={IconBuilding} title={texts.vazio} action={null}>
            {texts.vazioTexto}
          </EmptyState>
        )
      }
    </TabPage>
  );
}
