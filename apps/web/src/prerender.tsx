import { renderToStaticMarkup, renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  StaticRouterProvider,
} from "react-router-dom";
import { Appearance } from "./app/Appearance.tsx";
import { Shell } from "./app/shell/Shell.tsx";
import { CustomerLine, CustomerList, LINE_MAX } from "./features/site/Customers.tsx";
import type { Customer } from "./features/site/read-customers.ts";
import { AudiencePage } from "./pages/public/AudiencePage.tsx";
import { BenefitsPage } from "./pages/public/BenefitsPage.tsx";
import { ContactPage } from "./pages/public/ContactPage.tsx";
import { CreateContaPage } from "./pages/public/CreateContaPage.tsx";
import { DownloadPage } from "./pages/public/DownloadPage.tsx";
import { FaqPage } from "./pages/public/FaqPage.tsx";
import { ForgotPasswordPage } from "./pages/public/ForgotPasswordPage.tsx";
import { HomePage } from "./pages/public/HomePage.tsx";
import { LoginPage } from "./pages/public/LoginPage.tsx";
import { PrivacyPage } from "./pages/public/PrivacyPage.tsx";
import { TermsPage } from "./pages/public/TermsPage.tsx";
import { queryClient } from "./rpc/call/query-client.ts";
import { type PageMeta, pageMetas } from "./texts/site/site.ts";

const PAGES: Readonly<Record<string, React.ComponentType>> = {
  "/home": HomePage,
  "/beneficios": BenefitsPage,
  "/faq": FaqPage,
  "/quem_utiliza": AudiencePage,
  "/privacidade": PrivacyPage,
  "/termos": TermsPage,
  "/contato": ContactPage,
  "/download": DownloadPage,
  "/login": LoginPage,
  "/criar_conta": CreateContaPage,
  "/esqueceu_senha": ForgotPasswordPage,
};

/** Title and description of a page. @throws for a route without them */
export function metaOf(route: string): PageMeta {
  const meta = (pageMetas as Readonly<Record<string, PageMeta>>)[route];
  if (!meta) throw new Error(`no words for ${route} in texts/site/site.ts`);
  return meta;
}

/** Initial markup of a public page. Run by the build, in Node. */
export async function renderPage(route: string): Promise<string> {
  // Nested as in router.tsx, so that hydration finds the same tree.
  const routes = [{ children: Object.entries(PAGES).map(([path, Component]) => ({ path, Component })) }];
  return await render(route, routes);
}

/** The frame around a signed-in page, without data: painted while the application loads, then replaced. */
export async function renderFrame(route: string): Promise<string> {
  const markup = await render(route, [{ Component: Shell, children: [{ path: route, element: null }] }]);
  // The timers of its queries would keep the build running.
  queryClient.clear();
  return markup;
}

async function render(route: string, routes: RouteObject[]): Promise<string> {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://malote.invalid${route}`));
  if (context instanceof Response) throw new Error(`${route} leads elsewhere`);
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToString(
    <Appearance>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </Appearance>,
  );
}

const BLOCKS = { faixa: CustomerLine, lista: CustomerList };
const MAX = { faixa: LINE_MAX, lista: Number.MAX_SAFE_INTEGER };
const PLACEHOLDERS: Required<Customer> = { nome: "%%nome%%", segmento: "%%segmento%%", site: "%%site%%" };

/** Read by apps/server/src/http/spa/render-page.ts. */
type CutBlock = { max: number; antes: string; depois: string; itens: Record<string, string> };

/** The customer blocks split around each item, for the server to fill in. */
export function renderBlocks(): Record<string, CutBlock> {
  return Object.fromEntries(
    Object.entries(BLOCKS).map(([nome, Block]) => {
      const cut = (cliente: Customer): [string, string, string] => {
        const html = renderToStaticMarkup(<Block customers={[cliente]} />);
        const [, antes = "", item = "", depois = ""] = /^(.*?)(<li.*<\/li>)(.*)$/s.exec(html) ?? [];
        return [antes, item, depois];
      };
      const [antes, , depois] = cut(PLACEHOLDERS);
      const itens = Object.fromEntries(
        [[], ["segmento"], ["site"], ["segmento", "site"]].map((known) => {
          const kept = Object.entries(PLACEHOLDERS).filter(
            ([field]) => field === "nome" || known.includes(field),
          );
          return [known.join("+"), cut(Object.fromEntries(kept) as Customer)[1]];
        }),
      );
      return [nome, { max: MAX[nome as keyof typeof MAX], antes, depois, itens }];
    }),
  );
}
