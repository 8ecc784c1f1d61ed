import { lazy, Suspense } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { ABAS, type Aba, AdminAbas } from "../features/admin/AdminAbas.tsx";
import { administracao as textos } from "../textos/admin.ts";
import { ListPage } from "../ui/ListPage.tsx";

// Each tab is its own chunk: opening the mailboxes does not load the empresas.
const CONTEUDO: Record<Aba, React.ComponentType<{ abas: React.ReactNode }>> = {
  empresa: lazy(async () => ({
    default: (await import("../features/empresa/EmpresasAba.tsx")).EmpresasAba,
  })),
  usuario: lazy(async () => ({
    default: (await import("../features/usuario/UsuariosAba.tsx")).UsuariosAba,
  })),
  api: lazy(async () => {
    const [{ ApiAba }, { WebhooksSecao }] = await Promise.all([
      import("../features/api/ApiAba.tsx"),
      import("../features/webhook/WebhooksSecao.tsx"),
    ]);
    return {
      default: ({ abas }: { abas: React.ReactNode }) => <ApiAba abas={abas} webhooks={<WebhooksSecao />} />,
    };
  }),
  caixa: lazy(async () => ({ default: (await import("../features/caixa/CaixasAba.tsx")).CaixasAba })),
  exportacao: lazy(async () => ({
    default: (await import("../features/exportacao/ExportacoesAba.tsx")).ExportacoesAba,
  })),
};

/**
 * The administration of the conta, one tab at a time; the first tab when none or an unknown one is
 * requested.
 */
export function AdminPage(): React.JSX.Element {
  const [params] = useSearchParams();
  // The former URL of the list of all contas.
  if (params.get("tab") === "produto") return <Navigate to="/operacao/contas" replace />;
  const aba = ABAS.find((each) => each === params.get("tab"));
  if (aba === undefined) return <Navigate to={`/admin?tab=${ABAS[0]}`} replace />;
  const Conteudo = CONTEUDO[aba];
  return (
    <Suspense fallback={<Moldura aba={aba} />}>
      <Conteudo abas={<AdminAbas ativa={aba} />} />
    </Suspense>
  );
}

/** The frame of a tab while its content loads, so that nothing moves afterwards. */
function Moldura({ aba }: { aba: Aba }): React.JSX.Element {
  return (
    <ListPage
      titulo={textos.titulo}
      acoes={null}
      abas={<AdminAbas ativa={aba} />}
      fichas={null}
      dicas={null}
      pe={null}
    >
      {null}
    </ListPage>
  );
}
