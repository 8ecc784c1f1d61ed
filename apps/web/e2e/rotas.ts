import { test } from "@playwright/test";

/**
 * Every route of spec §2 as the router writes it, and further ones. The run ends with a table: see
 * scripts/testing/rotas.mjs.
 */
export const ROTAS = [
  "/home",
  "/beneficios",
  "/faq",
  "/quem_utiliza",
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

export type Rota = (typeof ROTAS)[number];

/**
 * Declares the routes that a test covers: it does the main task there and checks the result after a
 * reload.
 */
export function sobre(...rotas: Rota[]): { annotation: { type: string; description: string }[] } {
  return { annotation: rotas.map((rota) => ({ type: "rota", description: rota })) };
}

/** Records the axe violations of a route, for the table at the end of the run. */
export function keepAxe(rota: Rota, onde: string, violations: readonly string[]): void {
  test.info().annotations.push({ type: "axe", description: `${rota} ${onde} ${violations.length}` });
}
