/**
 * The prerendered pages. A document is hydrated; a task is a form whose application loads at once.
 * `modulos`: the
 * modules of the page beyond the entry.
 */
export type PaginaEscrita = {
  rota: string;
  modo: "documento" | "tarefa";
  modulos: readonly string[];
  /** The same page for another route. */
  tambem?: string;
};

const page = (name: string): string => `src/pages/${name}.tsx`;

/** Pages whose content is in their HTML file. */
export const ESCRITAS: readonly PaginaEscrita[] = [
  { rota: "/home", modo: "documento", modulos: [page("HomePage")] },
  { rota: "/beneficios", modo: "documento", modulos: [page("BeneficiosPage")] },
  { rota: "/faq", modo: "documento", modulos: [page("FaqPage")] },
  { rota: "/quem_utiliza", modo: "documento", modulos: [page("QuemUtilizaPage")] },
  { rota: "/contato", modo: "tarefa", modulos: [page("ContatoPage")] },
  { rota: "/download", modo: "tarefa", modulos: [page("DownloadPage")], tambem: "/download/:chaveAcesso" },
  { rota: "/login", modo: "tarefa", modulos: [page("LoginPage")] },
  { rota: "/criar_conta", modo: "tarefa", modulos: [page("CriarContaPage")] },
  { rota: "/esqueceu_senha", modo: "tarefa", modulos: [page("EsqueceuSenhaPage")] },
];

const SHELL = "src/app/shell/Shell.tsx";

/** Signed-in pages: an empty file that preloads all parts at once instead of one after the other. */
export const PEDIDAS: Readonly<Record<string, readonly string[]>> = {
  "/painel": [SHELL, page("PainelPage")],
  "/dfe_recebidos": [SHELL, page("NotasPage")],
  "/dfe_emitidos": [SHELL, page("NotasPage")],
  "/nota/:notaId": [SHELL, page("NotaPage")],
  "/auditor": [SHELL, page("AuditorPage")],
  "/emails": [SHELL, page("EmailsPage")],
  "/email/:emailId": [SHELL, page("EmailPage")],
  "/importacao": [SHELL, page("ImportacaoPage")],
  "/repositorio": [SHELL, page("RepositorioPage")],
  "/admin": [SHELL, page("AdminPage")],
};

/** The file of a route: `/nota/:notaId` is nota.html. */
export const fileOf = (rota: string): string => `${rota.split("/")[1]}.html`;
