import { MailOutage, type MailSource, openMailSource } from "@malote/mailbox";
import type { AppContext } from "../../app-context.ts";
import type { CaixaColeta } from "./caixa-coleta.rows.ts";
import { configOfCaixa, entradaOfCaixa, forgetEntrada, redeOfCaixa } from "./caixa-conexao.ts";
import { openSegredo, type Segredo } from "./caixa-segredo.ts";
import { keepSegredo } from "./keep-segredo.ts";

/** The server refused the sign-in. */
const RECUSAS: ReadonlySet<string> = new Set(["senha", "autorizacao"]);

/** The conta of a mailbox, and the time limit of an answer of its server, in ms. */
export type Visitante = { contaId: string; totalMs: number };

/**
 * Opens a stored mailbox.
 * @throws MailOutage when its server, or its OAuth provider, is unavailable or refuses
 */
export async function openCaixa(
  ctx: AppContext,
  caixa: CaixaColeta,
  { contaId, totalMs }: Visitante,
): Promise<MailSource> {
  // Updated when the provider replaces the refresh token: the old one may then be invalid.
  const now = { segredo: openSegredo(ctx.cofre, caixa), selado: caixa.senhaSelada };
  const keep = async (segredo: Segredo): Promise<void> => {
    const onde = { contaId, caixaId: caixa.id };
    Object.assign(now, await keepSegredo(ctx, onde, { antes: { ...now }, segredo }));
  };
  const own = redeOfCaixa(ctx, caixa.sandbox);
  const rede = { ...own, totalMs: Math.max(1, Math.min(own.totalMs, totalMs)) };
  const signIn = async (): Promise<MailSource> => {
    const pedido = { segredo: now.segredo, rede, agora: ctx.clock.now(), keep };
    const entrada = await entradaOfCaixa(caixa, pedido);
    try {
      return await openMailSource(configOfCaixa(caixa, entrada), rede);
    } catch (error) {
      if (isRecusa(error)) forgetEntrada(entrada);
      throw error;
    }
  };
  try {
    return await signIn();
  } catch (error) {
    // A token may be revoked before its expiry, so try once more; a wrong password stays wrong.
    if (caixa.autenticacao !== "oauth2" || !isRecusa(error)) throw error;
    return await signIn();
  }
}

function isRecusa(error: unknown): boolean {
  return error instanceof MailOutage && RECUSAS.has(error.causa);
}
