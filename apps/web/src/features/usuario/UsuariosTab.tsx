import { useQuery } from "@tanstack/react-query";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useIsManager } from "../../rpc/conta/caixas.ts";
import { usuariosQuery } from "../../rpc/conta/usuarios.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { usuariosTexts as texts } from "../../texts/admin/usuarios.ts";
import { general } from "../../texts/app/general.ts";
import { TabPage } from "../../ui/layout/TabPage.tsx";
import { ListActions } from "../../ui/list/ListActions.tsx";
import { useListKeys } from "../../ui/list/row-focus.ts";
import { useSortOrder } from "../../ui/list/use-sort-order.ts";
import classes from "./UsuarioList.module.css";
import { UsuarioList } from "./UsuarioList.tsx";
import { SORT_ORDERS } from "./usuario-state.ts";

/** The users of the conta, as a tab of its administration. */
export function UsuariosTab({ tabs }: { tabs: React.ReactNode }): React.JSX.Element {
  const timeZone = useTimeZone();
  const isManager = useIsManager() ?? false;
  const query = useQuery(usuariosQuery);
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
          create={isManager ? { label: texts.novo, to: "/usuario/novo" } : null}
          isEmpty={false}
        />
      }
      tabs={tabs}
      skeleton={<UsuariosSkeleton />}
    >
      {(data) => <UsuarioList usuarios={data} sortOrder={sortOrder} />}
    </TabPage>
  );
}

function UsuariosSkeleton(): React.JSX.Element {
  return (
    <div role="status" aria-label={general.carregando}>
      {["a", "b", "c"].map((row) => (
        <div key={row} className={classes.esqueleto}>
          <span style={{ width: 200 }} />
          <span style={{ width: 180 }} />
          <span style={{ width: 96 }} />
        </div>
      ))}
    </div>
  );
}
