import { useQuery } from "@tanstack/react-query";
import { explainFailure } from "../../../rpc/call/failures.ts";
import { useIsManager } from "../../../rpc/conta/caixas.ts";
import { empresasQuery } from "../../../rpc/conta/empresas.ts";
import { useTimeZone } from "../../../rpc/session/current-user.ts";
import { empresasTexts as texts } from "../../../texts/admin/empresas.ts";
import { TabPage } from "../../../ui/layout/TabPage.tsx";
import { ListActions } from "../../../ui/list/ListActions.tsx";
import { useListKeys } from "../../../ui/list/row-focus.ts";
import { useSortOrder } from "../../../ui/list/use-sort-order.ts";
import { EmpresaList, EmpresaListSkeleton, EmpresaSummary } from "./EmpresaList.tsx";
import { SORT_ORDERS } from "./empresas-summary.ts";

/** The companies of the conta, as a tab of its administration. */
export function EmpresasTab({ tabs }: { tabs: React.ReactNode }): React.JSX.Element {
  const timeZone = useTimeZone();
  const isManager = useIsManager() ?? false;
  const query = useQuery(empresasQuery);
  const empresas = query.data ?? [];
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
          create={isManager ? { label: texts.nova, to: "/empresa/nova" } : null}
          isEmpty={empresas.length === 0}
        />
      }
      tabs={tabs}
      chips={<EmpresaSummary empresas={empresas} />}
      skeleton={<EmpresaListSkeleton />}
    >
      {(data) => <EmpresaList empresas={data} sortOrder={sortOrder} />}
    </TabPage>
  );
}
