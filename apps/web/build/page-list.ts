/**
 * The prerendered pages. A document is hydrated; a task is a form whose application loads at once.
 * `modules`: the modules of the page beyond the entry.
 */
export type PrerenderedPage = {
  route: string;
  mode: "documento" | "tarefa";
  modules: readonly string[];
  /** The same page for another route. */
  alsoRoute?: string;
};

const page = (name: string): string => `src/pages/${name}.tsx`;

/** Pages whose content is in their HTML file. */
export const PRERENDERED: readonly PrerenderedPage[] = [
  { route: "/home", mode: "documento", modules: [page("public/HomePage")] },
  { route: "/beneficios", mode: "documento", modules: [page("public/BenefitsPage")] },
  { route: "/faq", mode: "documento", modules: [page("public/FaqPage")] },
  { route: "/quem_utiliza", mode: "documento", modules: [page("public/AudiencePage")] },
  { route: "/privacidade", mode: "documento", modules: [page("public/PrivacyPage")] },
  { route: "/termos", mode: "documento", modules: [page("public/TermsPage")] },
  { route: "/contato", mode: "tarefa", modules: [page("public/ContactPage")] },
  {
    route: "/download",
    mode: "tarefa",
    modules: [page("public/DownloadPage")],
    alsoRoute: "/download/:chaveAcesso",
  },
  { route: "/login", mode: "tarefa", modules: [page("public/LoginPage")] },
  { route: "/criar_conta", mode: "tarefa", modules: [page("public/CreateContaPage")] },
  { route: "/esqueceu_senha", mode: "tarefa", modules: [page("public/ForgotPasswordPage")] },
];

const SHELL = "src/app/shell/Shell.tsx";

/** Signed-in pages: an empty file that preloads all parts at once instead of one after the other. */
export const PRELOADED: Readonly<Record<string, readonly string[]>> = {
  "/painel": [SHELL, page("documents/PainelPage")],
  "/dfe_recebidos": [SHELL, page("documents/NotasPage")],
  "/dfe_emitidos": [SHELL, page("documents/NotasPage")],
  "/nota/:notaId": [SHELL, page("documents/NotaPage")],
  "/auditor": [SHELL, page("documents/AuditorPage")],
  "/emails": [SHELL, page("documents/EmailsPage")],
  "/email/:emailId": [SHELL, page("documents/EmailPage")],
  "/importacao": [SHELL, page("files/ImportacaoPage")],
  "/repositorio": [SHELL, page("files/RepositorioPage")],
  "/admin": [SHELL, page("admin/AdminPage")],
};

/** The file of a route: `/nota/:notaId` is nota.html. */
export const fileOf = (route: string): string => `${route.split("/")[1]}.html`;
