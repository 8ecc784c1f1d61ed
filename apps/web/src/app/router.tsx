import { createBrowserRouter, type LoaderFunctionArgs, redirect } from "react-router-dom";
import { loadCode } from "../network/load-code.ts";
import { ensureSession } from "../rpc/session/ensure-session.ts";
import { ErrorPage } from "./ErrorPage.tsx";

/** Redirects users without a session to the sign-in, which returns to the requested page. */
async function requireSession({ request }: LoaderFunctionArgs): Promise<Response | null> {
  if (!(await ensureSession())) {
    const url = new URL(request.url);
    return redirect(`/login?voltar=${encodeURIComponent(url.pathname + url.search)}`);
  }
  // Not in the entry: public pages have no queries.
  void import("../rpc/session/current-user.ts").then(({ prefetchCurrentUser }) => prefetchCurrentUser());
  return null;
}

/** Every route of the SPA. Each page is its own chunk; unknown URLs redirect home (spec §2). */
export const router = createBrowserRouter([
  {
    errorElement: <ErrorPage />,
    children: [
      { path: "/home", lazy: () => import("../pages/public/HomePage.tsx") },
      { path: "/beneficios", lazy: () => import("../pages/public/BenefitsPage.tsx") },
      { path: "/faq", lazy: () => import("../pages/public/FaqPage.tsx") },
      { path: "/quem_utiliza", lazy: () => import("../pages/public/AudiencePage.tsx") },
      { path: "/privacidade", lazy: () => import("../pages/public/PrivacyPage.tsx") },
      { path: "/termos", lazy: () => import("../pages/public/TermsPage.tsx") },
      { path: "/login", lazy: () => import("../pages/public/LoginPage.tsx") },
      {
        path: "/esqueceu_senha",
        lazy: () => import("../pages/public/ForgotPasswordPage.tsx"),
      },
      {
        path: "/configurar_senha/setup/:resetToken",
        lazy: async () => {
          const { openPasswordReset, PasswordResetPage } = await loadCode(
            () => import("../pages/public/PasswordPage.tsx"),
          );
          return { loader: openPasswordReset, Component: PasswordResetPage };
        },
      },
      {
        path: "/usuario_convidado/setup/:inviteToken",
        lazy: async () => {
          const { ConvitePage, openConvite } = await loadCode(
            () => import("../pages/public/PasswordPage.tsx"),
          );
          return { loader: openConvite, Component: ConvitePage };
        },
      },
      { path: "/criar_conta", lazy: () => import("../pages/public/CreateContaPage.tsx") },
      { path: "/contato", lazy: () => import("../pages/public/ContactPage.tsx") },
      { path: "/download", lazy: () => import("../pages/public/DownloadPage.tsx") },
      {
        path: "/download/:chaveAcesso",
        lazy: () => import("../pages/public/DownloadPage.tsx"),
      },
      {
        lazy: () => import("./shell/Shell.tsx"),
        loader: requireSession,
        shouldRevalidate: () => true,
        children: [
          {
            errorElement: <ErrorPage isInFrame />,
            children: [
              { path: "/painel", lazy: () => loadCode(() => import("../pages/documents/PainelPage.tsx")) },
              {
                path: "/primeiros_passos",
                lazy: () => loadCode(() => import("../pages/admin/FirstStepsPage.tsx")),
              },
              { path: "/dfe_recebidos", lazy: () => lazyNotas("E") },
              { path: "/dfe_emitidos", lazy: () => lazyNotas("S") },
              {
                path: "/nota/:notaId",
                lazy: () => loadCode(() => import("../pages/documents/NotaPage.tsx")),
              },
              { path: "/auditor", lazy: () => loadCode(() => import("../pages/documents/AuditorPage.tsx")) },
              {
                path: "/auditor/:auditorId",
                lazy: () => loadCode(() => import("../pages/documents/AuditorRegistroPage.tsx")),
              },
              { path: "/emails", lazy: () => loadCode(() => import("../pages/documents/EmailsPage.tsx")) },
              {
                path: "/email/:emailId",
                lazy: () => loadCode(() => import("../pages/documents/EmailPage.tsx")),
              },
              { path: "/lotes", lazy: () => loadCode(() => import("../pages/documents/LotesPage.tsx")) },
              {
                path: "/filtro/:type",
                lazy: () => loadCode(() => import("../pages/documents/FilterPage.tsx")),
              },
              {
                path: "/importacao",
                lazy: () => loadCode(() => import("../pages/files/ImportacaoPage.tsx")),
              },
              {
                path: "/importacao/erros/:importacaoId",
                lazy: () => loadCode(() => import("../pages/files/ImportacaoErrorsPage.tsx")),
              },
              {
                path: "/repositorio",
                lazy: () => loadCode(() => import("../pages/files/RepositorioPage.tsx")),
              },
              { path: "/admin", lazy: () => loadCode(() => import("../pages/admin/AdminPage.tsx")) },
              { path: "/empresa/nova", lazy: () => loadCode(() => import("../pages/admin/EmpresaPage.tsx")) },
              {
                path: "/empresa/:empresaId",
                lazy: () => loadCode(() => import("../pages/admin/EmpresaPage.tsx")),
              },
              {
                path: "/cert/:empresaId",
                lazy: () => loadCode(() => import("../pages/admin/CertificadoPage.tsx")),
              },
              { path: "/minha_conta", lazy: () => loadCode(() => import("../pages/admin/AccountPage.tsx")) },
              { path: "/usuario/novo", lazy: () => loadCode(() => import("../pages/admin/UsuarioPage.tsx")) },
              {
                path: "/usuario/:usuarioId",
                lazy: () => loadCode(() => import("../pages/admin/UsuarioPage.tsx")),
              },
              {
                path: "/caixaemail/nova",
                lazy: () => loadCode(() => import("../pages/admin/CaixaPage.tsx")),
              },
              {
                path: "/caixaemail/:caixaId",
                lazy: () => loadCode(() => import("../pages/admin/CaixaPage.tsx")),
              },
              {
                path: "/operacao/:pagina?",
                lazy: () => loadCode(() => import("../pages/admin/OperatorPage.tsx")),
              },
            ],
          },
        ],
      },
      { path: "*", loader: () => redirect("/home"), element: null },
    ],
  },
]);

async function lazyNotas(side: "E" | "S"): Promise<{ element: React.JSX.Element }> {
  const { NotasPage } = await loadCode(() => import("../pages/documents/NotasPage.tsx"));
  return { element: <NotasPage key={side} side={side} /> };
}
