import { Button } from "@mantine/core";
import { IconBuildingPlus, IconCertificate, IconPencil, IconTrash } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { explainFailure } from "../../../rpc/call/failures.ts";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { useIsManager } from "../../../rpc/conta/caixas.ts";
import { type Empresa, empresasQuery } from "../../../rpc/conta/empresas.ts";
import { useTimeZone } from "../../../rpc/session/current-user.ts";
import { empresasTexts as texts } from "../../../texts/admin/empresas.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ListScreen } from "../../../ui/layout/ListScreen.tsx";
import type { RowAction } from "../../../ui/list/RowMenu.tsx";
import { StatusCounts } from "../../../ui/list/StatusCounts.tsx";
import { useSortOrder } from "../../../ui/list/use-sort-order.ts";
import { useNow } from "../../../ui/state/use-now.ts";
import { toneOf } from "../certificado/certificado-state.ts";
import { type EmpresaActions, useEmpresaActions } from "../empresa-actions.ts";
import { columnsOf } from "./empresa-columns.tsx";
import { SORT_ORDERS, sortEmpresas, summarise } from "./empresas-summary.ts";
import { PendingStrip } from "./PendingStrip.tsx";

/** The companies of the conta and what they need, as a tab of its administration. */
export function EmpresasTab({ tabs }: { tabs: React.ReactNode }): React.JSX.Element {
  const timeZone = useTimeZone();
  const now = useNow();
  const isManager = useIsManager() ?? false;
  const actions = useEmpresaActions();
  const order = useSortOrder(SORT_ORDERS, texts.ordens);
  const query = useQuery({ ...empresasQuery, select: (empresas) => sortEmpresas(empresas, order.value) });
  const empresas = query.data ?? [];
  return (
    <ListScreen
      title={texts.lista}
      total={texts.total}
      query={query}
      explain={explainFailure}
      timeZone={timeZone}
      order={order}
      create={isManager ? { label: texts.nova, to: "/empresa/nova" } : null}
      tabs={tabs}
      chips={empresas.length > 0 && <Summary empresas={empresas} isManager={isManager} />}
      lead={isManager && <PendingStrip empresas={empresas} timeZone={timeZone} />}
      columns={columnsOf({ sortOrder: order.value, now, timeZone, isManager })}
      keyOf={({ id }) => id}
      rowHeight={64}
      menu={
        isManager
          ? (empresa) => ({ label: texts.acoes(empresa.nome), actions: actionsOf(empresa, actions) })
          : undefined
      }
      empty={
        <EmptyState
          icon={IconBuildingPlus}
          title={texts.vazio.titulo}
          action={
            isManager && (
              <Button component={Link} to="/empresa/nova">
                {texts.nova}
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

/**
 * The number of companies by certificate state. Managers see only the valid ones here: the strip
 * shows the rest.
 */
function Summary(props: { empresas: readonly Empresa[]; isManager: boolean }): React.JSX.Element {
  const { empresas, isManager } = props;
  const counts = summarise(empresas)
    .filter(({ state }) => !isManager || state === "valido")
    .map(({ state, text }) => ({ key: state, tone: toneOf(state), text }));
  return <StatusCounts counts={counts} total={texts.total(empresas.length)} />;
}

function actionsOf(empresa: Empresa, actions: EmpresaActions): readonly RowAction[] {
  const { menu } = texts;
  return [
    { label: menu.abrir, icon: IconPencil, onClick: () => actions.open(empresa) },
    { label: menu.certificado, icon: IconCertificate, onClick: () => actions.openCertificado(empresa) },
    { label: menu.excluir, icon: IconTrash, isDangerous: true, onClick: () => actions.remove(empresa) },
  ];
}
