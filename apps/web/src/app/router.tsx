import { createBrowserRouter, type LoaderFunctionArgs, redirect } from "react-router-dom";
import { ensureSession } from "../rpc/session/ensure-session.ts";
import { ErrorPage } from "./ErrorPage.tsx";

/** Redirects users without a session to the sign-in, which returns to the requested page. */
async function requireSession({ request }: LoaderFunctionArgs): Promise<Response | null> {
  if (!(await ensureSession())) {
    const url = new URL(request.url);
    return redirect(`/login?voltar=${encodeURIComponent(url.pathname + url.search)}`);
  }
  void import("../rpc/session/current-user.ts").then(({ prefetchCurrentUser: prefetchAtual }) =>
    prefetchAtual(),
  );
  return null;
}

/** Every route of the SPA. Each page is its own chunk; unknown URLs redirect home (spec §2). */
export const router = createBrowserRouter([
  {
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <></>,
    children: [
      {
        path: "/home",
        lazy: async () => ({ Component: (await import("../pages/public/HomePage.tsx")).HomePage }),
      },
      {
        path: "/beneficios",
        lazy: async () => ({ Component: (await import("../pages/public/BenefitsPage.tsx")).BenefitsPage }),
      },
      {
        path: "/faq",
        lazy: async () => ({ Component: (await import("../pages/public/FaqPage.tsx")).FaqPage }),
      },
      {
        path: "/quem_utiliza",
        lazy: async () => ({ Component: (await import("../pages/public/AudiencePage.tsx")).AudiencePage }),
      },
      {
        path: "/login",
        lazy: async () => ({ Component: (await import("../pages/public/LoginPage.tsx")).LoginPage }),
      },
      {
        path: "/esqueceu_senha",
        lazy: async () => ({
          Component: (await import("../pages/public/ForgotPasswordPage.tsx")).ForgotPasswordPage,
        }),
      },
      {
        path: "/configurar_senha/setup/:resetToken",
        lazy: async () => {
          const { openPasswordReset, PasswordResetPage } = await import("../pages/public/PasswordPage.tsx");
          return { loader: openPasswordReset, Component: PasswordResetPage };
        },
      },
      {
        path: "/usuario_convidado/setup/:inviteToken",
        lazy: async () => {
          const { ConvitePage, openConvite } = await import("../pages/public/PasswordPage.tsx");
          return { loader: openConvite, Component: ConvitePage };
        },
      },
      {
        path: "/criar_conta",
        lazy: async () => ({
          Component: (await import("../pages/public/CreateContaPage.tsx")).CreateContaPage,
        }),
      },
      {
        path: "/contato",
        lazy: async () => ({ Component: (await import("../pages/public/ContactPage.tsx")).ContactPage }),
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
            lazy: async () => ({ Component: (await import("../pages/documents/PainelPage.tsx")).PainelPage }),
          },
          {
            path: "/primeiros_passos",
            lazy: async () => ({
              Component: (await import("../pages/admin/FirstStepsPage.tsx")).FirstStepsPage,
            }),
          },
          { path: "/dfe_recebidos", lazy: () => lazyNotas("E") },
          { path: "/dfe_emitidos", lazy: () => lazyNotas("S") },
          {
            path: "/nota/:notaId",
            lazy: async () => ({ Component: (await import("../pages/documents/NotaPage.tsx")).NotaPage }),
          },
          {
            path: "/auditor",
            lazy: async () => ({
              Component: (await import("../pages/documents/AuditorPage.tsx")).AuditorPage,
            }),
          },
          {
            path: "/auditor/:auditorId",
            lazy: async () => ({
              Component: (await import("../pages/documents/AuditorRegistroPage.tsx")).AuditorRegistroPage,
            }),
          },
          {
            path: "/emails",
            lazy: async () => ({ Component: (await import("../pages/documents/EmailsPage.tsx")).EmailsPage }),
          },
          {
            path: "/email/:emailId",
            lazy: async () => ({ Component: (await import("../pages/documents/EmailPage.tsx")).EmailPage }),
          },
          {
            path: "/filtro/:type",
            lazy: async () => ({ Component: (await import("../pages/documents/FilterPage.tsx")).FilterPage }),
          },
          {
            path: "/importacao",
            lazy: async () => ({
              Component: (await import("../pages/files/ImportacaoPage.tsx")).ImportacaoPage,
            }),
          },
          {
            path: "/importacao/erros/:importacaoId",
            lazy: async () => ({
              Component: (await import("../pages/files/ImportacaoErrorsPage.tsx")).ImportacaoErrorsPage,
            }),
          },
          {
            path: "/repositorio",
            lazy: async () => ({
              Component: (await import("../pages/files/RepositorioPage.tsx")).RepositorioPage,
            }),
          },
          {
            path: "/admin",
            lazy: async () => ({ Component: (await import("../pages/admin/AdminPage.tsx")).AdminPage }),
          },
          { path: "/empresa/nova", lazy: lazyEmpresa },
          { path: "/empresa/:empresaId", lazy: lazyEmpresa },
          {
            path: "/cert/:empresaId",
            lazy: async () => ({
              Component: (await import("../pages/admin/CertificadoPage.tsx")).CertificadoPage,
            }),
          },
          {
            path: "/minha_conta",
            lazy: async () => ({ Component: (await import("../pages/admin/AccountPage.tsx")).AccountPage }),
          },
          { path: "/usuario/novo", lazy: lazyUsuario },
          { path: "/usuario/:usuarioId", lazy: lazyUsuario },
          { path: "/caixaemail/nova", lazy: lazyCaixa },
          { path: "/caixaemail/:caixaId", lazy: lazyCaixa },
          {
            path: "/operacao/:pagina?",
            lazy: async () => ({ Component: (await import("../pages/admin/OperatorPage.tsx")).OperatorPage }),
          },
        ],
      },
      { path: "*", loader: () => redirect("/home"), element: null },
    ],
  },
]);

async function lazyNotas(side: "E" | "S"): Promise<{ element: React.JSX.Element }> {
  const { NotasPage } = await import("../pages/documents/NotasPage.tsx");
  return { element: <NotasPage key={side} side={side} /> };
}

async function lazyCaixa(): Promise<{ Component: React.ComponentType }> {
  return { Component: (await import("../pages/admin/CaixaPage.tsx")).CaixaPage };
}

async function lazyEmpresa(): Promise<{ Component: React.ComponentType }> {
  return { Component: (await import("../pages/admin/EmpresaPage.tsx")).EmpresaPage };
}

async function lazyDownload(): Promise<{ Component: React.ComponentType }> {
  return { Component: (await import("../pages/public/DownloadPage.tsx")).DownloadPage };
}

async function lazyUsuario(): Promise<{ Component: React.ComponentType }> {
  return { Component: (await import("../pages/admin/UsuarioPage.tsx")).UsuarioPage };
}
