import { Suspense } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { ADMIN_TABS, type AdminTab, AdminTabs } from "../../features/admin/AdminTabs.tsx";
import { lazyPart } from "../../network/load-code.ts";
import { administrationTexts as texts } from "../../texts/admin/administration.ts";
import { ListPage } from "../../ui/layout/ListPage.tsx";

type Tab = (props: { tabs: React.ReactNode }) => React.JSX.Element;

const loaded = (load: () => Promise<Tab>) => lazyPart(load);

// Each tab is its own chunk: opening the mailboxes does not load the empresas.
const TAB_CONTENTS: Record<AdminTab, React.ComponentType<{ tabs: React.ReactNode }>> = {
  empresa: loaded(async () => (await import("../../features/empresa/list/EmpresasTab.tsx")).EmpresasTab),
  usuario: loaded(async () => (await import("../../features/usuario/UsuariosTab.tsx")).UsuariosTab),
  api: loaded(async () => {
    const [{ ApiTab }, { WebhooksSection }] = await Promise.all([
      import("../../features/api/ApiTab.tsx"),
      import("../../features/webhook/WebhooksSection.tsx"),
    ]);
    return ({ tabs }) => <ApiTab tabs={tabs} webhooks={<WebhooksSection />} />;
  }),
  caixa: loaded(async () => (await import("../../features/caixa/list/CaixasTab.tsx")).CaixasTab),
  exportacao: loaded(
    async () => (await import("../../features/exportacao/ExportacoesTab.tsx")).ExportacoesTab,
  ),
};

/**
 * The administration of the conta, one tab at a time; the first tab when none or an unknown one is
 * requested.
 */
export function AdminPage(): React.JSX.Element {
  const [params] = useSearchParams();
  // The former URL of the list of all contas.
  if (params.get("tab") === "produto") return <Navigate to="/operacao/contas" replace />;
  const tab = ADMIN_TABS.find((each) => each === params.get("tab"));
  if (tab === undefined) return <Navigate to={`/admin?tab=${ADMIN_TABS[0]}`} replace />;
  const TabContent = TAB_CONTENTS[tab];
  return (
    <Suspense fallback={<TabFrame tab={tab} />}>
      <TabContent tabs={<AdminTabs active={tab} />} />
    </Suspense>
  );
}

/** The frame of a tab while its content loads, so that nothing moves afterwards. */
function TabFrame({ tab }: { tab: AdminTab }): React.JSX.Element {
  return (
    <ListPage
      title={texts.titulo}
      actions={null}
      tabs={<AdminTabs active={tab} />}
      chips={null}
      hints={null}
      footer={null}
    >
      {null}
    </ListPage>
  );
}

export { AdminPage as Component };
