import { test } from "@playwright/test";

/** Every address of spec §2 as the router writes it, and those beyond it. The run ends with a table of them: see scripts/testing/rotas.mjs. */
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

/** Says of a story which addresses it is about: it does there what one goes there for, and looks again after loading anew. */
export function sobre(...rotas: Rota[]): { annotation: { type: string; description: string }[] } {
  return { annotation: rotas.map((rota) => ({ type: "rota", description: rota })) };
}

/** Keeps what axe found at an address, for the table of the run. */
export function keepAxe(rota: Rota, onde: string, violations: readonly string[]): void {
  test.info().annotations.push({ type: "axe", description: `${rota} ${onde} ${violations.length}` });
}
