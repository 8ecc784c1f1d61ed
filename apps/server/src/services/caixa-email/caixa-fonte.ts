import { MailOutage, type MailSource, openMailSource } from "@malote/mailbox";
import type { AppContext } from "../../app-context.ts";
import { type CaixaColeta, replaceSegredo } from "./caixa-coleta.rows.ts";
import { configOfCaixa, entradaOfCaixa, forgetEntrada, redeOfCaixa } from "./caixa-conexao.ts";
import { openSegredo, type Segredo, sealSegredo } from "./caixa-segredo.ts";

/** Whose mailbox, and how long one answer of its server may take, in ms. */
export type Visitante = { contaId: string; totalMs: number };

/**
 * Opens a stored mailbox.
 * @throws MailOutage when its server, or the provider of its tokens, does not serve us
 */
export async function openCaixa(
  ctx: AppContext,
  caixa: CaixaColeta,
  { contaId, totalMs }: Visitante,
): Promise<MailSource> {
  const segredo = openSegredo(ctx.cofre, caixa);
  const own = redeOfCaixa(ctx, caixa.sandbox);
  const rede = { ...own, totalMs: Math.max(1, Math.min(own.totalMs, totalMs)) };
  const keep = (novo: Segredo): Promise<void> => keepSegredo(ctx, contaId, { caixa, novo });
  const entrada = await entradaOfCaixa(caixa, { segredo, rede, agora: ctx.clock.now(), keep });
  try {
    return await openMailSource(configOfCaixa(caixa, entrada), rede);
  } catch (error) {
    if (error instanceof MailOutage && error.causa === "senha") forgetEntrada(entrada);
    throw error;
  }
}

async function keepSegredo(
  ctx: AppContext,
  contaId: string,
  { caixa, novo }: { caixa: CaixaColeta; novo: Segredo },
): Promise<void> {
  const troca = {
    caixaId: caixa.id,
    antes: caixa.senhaSelada,
    depois: sealSegredo(ctx.cofre, caixa.id, novo),
  };
  await ctx.database.withContaSql(contaId, (sql) => replaceSegredo(sql, contaId, troca));
}
