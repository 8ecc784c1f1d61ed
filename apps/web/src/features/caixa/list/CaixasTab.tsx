import { Button } from "@mantine/core";
import { IconMailPlus, IconPencil, IconPlugConnected, IconRefresh, IconTrash } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { explainFailure } from "../../../rpc/call/failures.ts";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { useIsManager } from "../../../rpc/conta/caixas.ts";
import { type Caixa, caixasCloseQuery } from "../../../rpc/documents/queries.ts";
import { useTimeZone } from "../../../rpc/session/current-user.ts";
import { caixasTexts as texts } from "../../../texts/admin/caixas.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ListScreen } from "../../../ui/layout/ListScreen.tsx";
import type { RowAction } from "../../../ui/list/RowMenu.tsx";
import { StatusCounts } from "../../../ui/list/StatusCounts.tsx";
import { useSortOrder } from "../../../ui/list/use-sort-order.ts";
import { useNow } from "../../../ui/state/use-now.ts";
import { caixaNameOf, SORT_ORDERS, sortCaixas, summarise, toneOf } from "../health/caixa-state.ts";
import { type CaixaActions, useCaixaActions } from "./caixa-actions.ts";
import { CaixaCard, columnsOf, type ListContext } from "./caixa-columns.tsx";

/** The mailboxes of the conta with their health, as a tab of its administration. */
export function CaixasTab({ tabs }: { tabs: React.ReactNode }): React.JSX.Element {
  const timeZone = useTimeZone();
  const now = useNow();
  const isManager = useIsManager() ?? false;
  const order = useSortOrder(SORT_ORDERS, texts.ordens);
  const query = useQuery({ ...caixasCloseQuery, select: (caixas) => sortCaixas(caixas, order.value) });
  const caixas = query.data ?? [];
  const { requestedIds, ...actions } = useCaixaActions(caixas);
  const context: ListContext = {
    sortOrder: order.value,
    // A collection that has just ended must not be in the future.
    now: new Date(Math.max(now.getTime(), latestColetaOf(caixas))),
    timeZone,
    isCollecting: ({ id, estado }) => estado === "coletando" || requestedIds.has(id),
    actions: isManager ? actions : null,
  };
  return (
    <ListScreen
      title={texts.lista}
      total={texts.total}
      query={query}
      explain={explainFailure}
      timeZone={timeZone}
      order={order}
      create={isManager ? { label: texts.nova, to: "/caixaemail/nova" } : null}
      tabs={tabs}
      chips={caixas.length > 0 && <StatusCounts counts={countsOf(caixas)} />}
      columns={columnsOf(context)}
      keyOf={({ id }) => id}
      rowHeight={64}
      card={(caixa) => <CaixaCard caixa={caixa} context={context} />}
      menu={
        isManager
          ? (caixa) => ({
              label: texts.acoes(caixaNameOf(caixa)),
              actions: actionsOf(caixa, context.isCollecting(caixa), actions),
            })
          : undefined
      }
      empty={
        <EmptyState
          icon={IconMailPlus}
          title={texts.vazio.titulo}
          action={
            isManager && (
              <Button component={Link} to="/caixaemail/nova">
                {texts.conectar}
              </Button>
            )
          }
        >
          {isManager ? texts.vazio.texto : texts.vazio.textoLeitor}
        </EmptyState>
      }
    />
  );
}

/** The server's clock may be slightly ahead of the browser's. */
function latestColetaOf(caixas: readonly Caixa[]): number {
  return Math.max(0, ...caixas.map(({ ultimaColeta }) => ultimaColeta?.getTime() ?? 0));
}

function countsOf(caixas: readonly Caixa[]) {
  return summarise(caixas).map(({ state, text }) => ({ key: state, tone: toneOf(state), text }));
}

function actionsOf(caixa: Caixa, isCollecting: boolean, actions: CaixaActions): readonly RowAction[] {
  const { menu } = texts;
  return [
    { label: menu.coletar, icon: IconRefresh, disabled: isCollecting, onClick: () => actions.collect(caixa) },
    { label: menu.testar, icon: IconPlugConnected, onClick: () => actions.testar(caixa) },
    { label: menu.editar, icon: IconPencil, onClick: () => actions.edit(caixa) },
    { label: menu.excluir, icon: IconTrash, isDangerous: true, onClick: () => actions.remove(caixa) },
  ];
}
