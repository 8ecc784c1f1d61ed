import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom";
import { Aparencia } from "./app/Aparencia.tsx";
import { ClientesFaixa, ClientesLista, NA_FAIXA } from "./features/site/Clientes.tsx";
import type { Cliente } from "./features/site/clientes.ts";
import { BeneficiosPage } from "./pages/BeneficiosPage.tsx";
import { ContatoPage } from "./pages/ContatoPage.tsx";
import { CriarContaPage } from "./pages/CriarContaPage.tsx";
import { DownloadPage } from "./pages/DownloadPage.tsx";
import { EsqueceuSenhaPage } from "./pages/EsqueceuSenhaPage.tsx";
import { FaqPage } from "./pages/FaqPage.tsx";
import { HomePage } from "./pages/HomePage.tsx";
import { LoginPage } from "./pages/LoginPage.tsx";
import { QuemUtilizaPage } from "./pages/QuemUtilizaPage.tsx";
import { metas, type PaginaMeta } from "./textos/site.ts";

const PAGINAS: Readonly<Record<string, React.ComponentType>> = {
  "/home": HomePage,
  "/beneficios": BeneficiosPage,
  "/faq": FaqPage,
  "/quem_utiliza": QuemUtilizaPage,
  "/contato": ContatoPage,
  "/download": DownloadPage,
  "/login": LoginPage,
  "/criar_conta": CriarContaPage,
  "/esqueceu_senha": EsqueceuSenhaPage,
};

/** Title and description of a page. @throws for a route without them */
export function metaOf(rota: string): PaginaMeta {
  const meta = (metas as Readonly<Record<string, PaginaMeta>>)[rota];
  if (!meta) throw new Error(`no words for ${rota} in textos/site.ts`);
  return meta;
}

/** Initial markup of a public page. Run by the build, in Node. */
export async function renderPagina(rota: string): Promise<string> {
  // Nested as in router.tsx, so that hydration finds the same tree.
  const routes = [{ children: Object.entries(PAGINAS).map(([path, Component]) => ({ path, Component })) }];
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://malote.invalid${rota}`));
  if (context instanceof Response) throw new Error(`${rota} leads elsewhere`);
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToString(
    <Aparencia>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </Aparencia>,
  );
}

const BLOCOS = { faixa: ClientesFaixa, lista: ClientesLista };
const MAX = { faixa: NA_FAIXA, lista: Number.MAX_SAFE_INTEGER };
const MODELO: Required<Cliente> = { nome: "%%nome%%", segmento: "%%segmento%%", site: "%%site%%" };

/** Read by apps/server/src/doors/pagina.ts. */
type BlocoCortado = { max: number; antes: string; depois: string; itens: Record<string, string> };

/** The customer blocks split around each item, for the server to fill in. */
export function renderBlocos(): Record<string, BlocoCortado> {
  return Object.fromEntries(
    Object.entries(BLOCOS).map(([nome, Bloco]) => {
      const cut = (cliente: Cliente): [string, string, string] => {
        const html = renderToStaticMarkup(<Bloco clientes={[cliente]} />);
        const [, antes = "", item = "", depois = ""] = /^(.*?)(<li.*<\/li>)(.*)$/s.exec(html) ?? [];
        return [antes, item, depois];
      };
      const [antes, , depois] = cut(MODELO);
      const itens = Object.fromEntries(
        [[], ["segmento"], ["site"], ["segmento", "site"]].map((known) => {
          const kept = Object.entries(MODELO).filter(([field]) => field === "nome" || known.includes(field));
          return [known.join("+"), cut(Object.fromEntries(kept) as Cliente)[1]];
        }),
      );
      return [nome, { max: MAX[nome as keyof typeof MAX], antes, depois, itens }];
    }),
  );
}
