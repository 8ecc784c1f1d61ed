import { test } from "@playwright/test";

/**
 * Every route of spec §2 as the router writes it, and further ones. The run ends with a table: see
 * scripts/testing/route-coverage.mjs.
 */
export const ROUTES = [
  "/home",
  "/beneficios",
  "/faq",
  "/quem_utiliza",
  "/privacidade",
  "/termos",
  "/contato",
  "/download",
  "/download/:chaveAcesso",
  "/login",
  "/esqueceu_senha",
  "/configurar_senha/setup/:resetToken",
  "/usuario_convidado/setup/:inviteToken",
  "/criar_conta",
  "/primeiros_passos",
  "/painel",
  "/minha_conta",
  "/dfe_emitidos",
  "/dfe_recebidos",
  "/nota/:notaId",
  "/auditor",
  "/auditor/:auditorId",
  "/emails",
  "/email/:emailId",
  "/filtro/:type",
  "/importacao",
  "/importacao/erros/:importacaoId",
  "/repositorio",
  "/lotes",
  "/admin",
  "/empresa/nova",
  "/empresa/:empresaId",
  "/usuario/novo",
  "/usuario/:usuarioId",
  "/caixaemail/nova",
  "/caixaemail/:caixaId",
  "/cert/:empresaId",
  "/operacao/:pagina?",
] as const;

export type Route = (typeof ROUTES)[number];

/** Names all routes to the table at the end of a run: in each lane, one test that runs once. */
export function nameRoutes(): void {
  test.info().annotations.push({ type: "rotas", description: ROUTES.join(" ") });
}

/**
 * Declares the routes that a test covers: it does the main task there and checks the result after a
 * reload.
 */
export function covers(...routes: Route[]): { annotation: { type: string; description: string }[] } {
  return { annotation: routes.map((route) => ({ type: "rota", description: route })) };
}

/** Records the axe violations of a route, for the table at the end of the run. */
export function recordAxe(route: Route, place: string, violations: readonly string[]): void {
  test.info().annotations.push({ type: "axe", description: `${route} ${place} ${violations.length}` });
}
