import { useQuery } from "@tanstack/react-query";
import { explainFailure } from "../../../rpc/call/failures.ts";
import { useIsManager } from "../../../rpc/conta/caixas.ts";
import { caixasCloseQuery } from "../../../rpc/documents/queries.ts";
import { useTimeZone } from "../../../rpc/session/current-user.ts";
import { caixasTexts as texts } from "../../../texts/admin/caixas.ts";
import { TabPage } from "../../../ui/layout/TabPage.tsx";
import { ListActions } from "../../../ui/list/ListActions.tsx";
import { useListKeys } from "../../../ui/list/row-focus.ts";
import { useSortOrder } from "../../../ui/list/use-sort-order.ts";
import { SORT_ORDERS } from "../health/caixa-state.ts";
import { CaixaList, CaixaListSkeleton, CaixaSummary } from "./CaixaList.tsx";

/** The mailboxes of the conta, as a tab of its administration. */
export function CaixasTab({ tabs }: { tabs: React.ReactNode }): React.JSX.Element {
  const timeZone = useTimeZone();
  const isManager = useIsManager() ?? false;
  const query = useQuery(caixasCloseQuery);
  const caixas = query.data ?? [];
  const [sortOrder, setSortOrder] = useSortOrder(SORT_ORDERS);
  useListKeys();
  return (
    <TabPage
      title={texts.lista}
      total={(data) => texts.total(data.length)}
      query={query}
      explain={explainFailure}
      timeZone={timeZone}
      actions={
        <ListActions
          value={sortOrder}
          options={SORT_ORDERS.map((value) => ({ value, label: texts.ordens[value] }))}
          onChange={setSortOrder}
          create={isManager ? { label: texts.nova, to: "/caixaemail/nova" } : null}
          isEmpty={caixas.length === 0}
        />
      }
      tabs={tabs}
      chips={<CaixaSummary caixas={caixas} />}
      skeleton={<CaixaListSkeleton />}
    >
      {(data) => <CaixaList caixas={data} sortOrder={sortOrder} />}
    </TabPage>
  );
}
