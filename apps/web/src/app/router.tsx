import { createBrowserRouter, type LoaderFunctionArgs, redirect } from "react-router-dom";
import { ensureSession } from "../rpc/retomada.ts";
import { TelaFalha } from "./TelaFalha.tsx";

/** Redirects users without a session to the sign-in, which returns to the requested page. */
async function requireSession({ request }: LoaderFunctionArgs): Promise<Response | null> {
  if (!(await ensureSession())) {
    const url = new URL(request.url);
    return redirect(`/login?voltar=${encodeURIComponent(url.pathname + url.search)}`);
  }
  void import("../rpc/atual.ts").then(({ prefetchAtual }) => prefetchAtual());
  return null;
}

/** Every route of the SPA. Each page is its own chunk; unknown URLs redirect home (spec §2). */
export const router = createBrowserRouter([
  {
    errorElement: <TelaFalha />,
    hydrateFallbackElement: <></>,
    children: [
      {
        path: "/home",
        lazy: async () => ({ Component: (await import("../pages/HomePage.tsx")).HomePage }),
      },
      {
        path: "/beneficios",
        lazy: async () => ({ Component: (await import("../pages/BeneficiosPage.tsx")).BeneficiosPage }),
      },
      {
        path: "/faq",
        lazy: async () => ({ Component: (await import("../pages/FaqPage.tsx")).FaqPage }),
      },
      {
        path: "/quem_utiliza",
        lazy: async () => ({ Component: (await import("../pages/QuemUtilizaPage.tsx")).QuemUtilizaPage }),
      },
      {
        path: "/login",
        lazy: async () => ({ Component: (await import("../pages/LoginPage.tsx")).LoginPage }),
      },
      {
        path: "/esqueceu_senha",
        lazy: async () => ({
          Component: (await import("../pages/EsqueceuSenhaPage.tsx")).EsqueceuSenhaPage,
        }),
      },
      {
        path: "/configurar_senha/setup/:resetToken",
        lazy: async () => {
          const { openRedefinicao, RedefinicaoPage } = await import("../pages/SenhaPage.tsx");
          return { loader: openRedefinicao, Component: RedefinicaoPage };
        },
      },
      {
        path: "/usuario_convidado/setup/:inviteToken",
        lazy: async () => {
          const { ConvitePage, openConvite } = await import("../pages/SenhaPage.tsx");
          return { loader: openConvite, Component: ConvitePage };
        },
      },
      {
        path: "/criar_conta",
        lazy: async () => ({ Component: (await import("../pages/CriarContaPage.tsx")).CriarContaPage }),
      },
      {
        path: "/contato",
        lazy: async () => ({ Component: (await import("../pages/ContatoPage.tsx")).ContatoPage }),
      },
      { path: "/download", lazy: lazyDownload },
      { path: "/download/:chaveAcesso", lazy: lazyDownload },
      {
        lazy: async () => ({ Component: (await import("./shell/Shell.tsx")).Shell }),
        loader: requireSession,
        shouldRevalidate: () => true,
        children: [
          {
            path: "/painel",
            lazy: async () => ({ Component: (await import("../pages/PainelPage.tsx")).PainelPage }),
          },
          {
            path: "/primeiros_passos",
            lazy: async () => ({
              Component: (await import("../pages/PrimeirosPassosPage.tsx")).PrimeirosPassosPage,
            }),
          },
          { path: "/dfe_recebidos", lazy: () => lazyNotas("E") },
          { path: "/dfe_emitidos", lazy: () => lazyNotas("S") },
          {
            path: "/nota/:notaId",
            lazy: async () => ({ Component: (await import("../pages/NotaPage.tsx")).NotaPage }),
          },
          {
            path: "/auditor",
            lazy: async () => ({ Component: (await import("../pages/AuditorPage.tsx")).AuditorPage }),
          },
          {
            path: "/auditor/:auditorId",
            lazy: async () => ({
              Component: (await import("../pages/AuditorRegistroPage.tsx")).AuditorRegistroPage,
            }),
          },
          {
            path: "/emails",
            lazy: async () => ({ Component: (await import("../pages/EmailsPage.tsx")).EmailsPage }),
          },
          {
            path: "/email/:emailId",
            lazy: async () => ({ Component: (await import("../pages/EmailPage.tsx")).EmailPage }),
          },
          {
            path: "/filtro/:type",
            lazy: async () => ({ Component: (await import("../pages/FiltroPage.tsx")).FiltroPage }),
          },
          {
            path: "/importacao",
            lazy: async () => ({ Component: (await import("../pages/ImportacaoPage.tsx")).ImportacaoPage }),
          },
          {
            path: "/importacao/erros/:importacaoId",
            lazy: async () => ({
              Component: (await import("../pages/ImportacaoErrosPage.tsx")).ImportacaoErrosPage,
            }),
          },
          {
            path: "/repositorio",
            lazy: async () => ({
              Component: (await import("../pages/RepositorioPage.tsx")).RepositorioPage,
            }),
          },
          {
            path: "/admin",
            lazy: async () => ({ Component: (await import("../pages/AdminPage.tsx")).AdminPage }),
          },
          { path: "/empresa/nova", lazy: lazyEmpresa },
          { path: "/empresa/:empresaId", lazy: lazyEmpresa },
          {
            path: "/cert/:empresaId",
            lazy: async () => ({ Component: (await import("../pages/CertPage.tsx")).CertPage }),
          },
          {
            path: "/minha_conta",
            lazy: async () => ({ Component: (await import("../pages/MinhaContaPage.tsx")).MinhaContaPage }),
          },
          { path: "/usuario/novo", lazy: lazyUsuario },
          { path: "/usuario/:usuarioId", lazy: lazyUsuario },
          { path: "/caixaemail/nova", lazy: lazyCaixa },
          { path: "/caixaemail/:caixaId", lazy: lazyCaixa },
          {
            path: "/operacao/:pagina?",
            lazy: async () => ({ Component: (await import("../pages/OperatorPage.tsx")).OperatorPage }),
          },
        ],
      },
      { path: "*", loader: () => redirect("/home"), element: null },
    ],
  },
]);

async function lazyNotas(papel: "E" | "S"): Promise<{ element: React.JSX.Element }> {
  const { NotasPage } = await import("../pages/NotasPage.tsx");
  return { element: <NotasPage key={papel} papel={papel} /> };
}

async function lazyCaixa(): Promise<{ Component: React.ComponentType }> {
  return { Component: (await import("../pages/CaixaPage.tsx")).CaixaPage };
}

async function lazyEmpresa(): Promise<{ Component: React.ComponentType }> {
  return { Component: (await import("../pages/EmpresaPage.tsx")).EmpresaPage };
}

async function lazyDownload(): Promise<{ Component: React.ComponentType }> {
  return { Component: (await import("../pages/DownloadPage.tsx")).DownloadPage };
}

async function lazyUsuario(): Promise<{ Component: React.ComponentType }> {
  return { Component: (await import("../pages/UsuarioPage.tsx")).UsuarioPage };
}
