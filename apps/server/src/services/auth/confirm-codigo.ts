import { machineNow } from "../../clock.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { countSenha } from "./freio.ts";
import { openSegredo } from "./segredo-totp.ts";
import { findSegundoFator, spendProva } from "./segundo-fator.rows.ts";
import { readCodigo } from "./segundo-fator.rules.ts";

/**
 * Verifies a second-factor code of a signed-in user and consumes it. Wrong codes and wrong
 * passwords share a throttle.
 * @throws {Refusal} codigoErrado, also when no second factor is on; muitasTentativas
 */
export async function confirmCodigo(ctx: SignedInContext, codigo: string): Promise<void> {
  const { contaId, usuarioId } = ctx.caller;
  const tentativa = await countSenha(ctx);
  const isRight = await ctx.database.withContaSql(contaId, async (sql) => {
    const row = await findSegundoFator(sql, contaId, usuarioId);
    if (row === null) return false;
    const selado = row.desde === null ? null : row.selado;
    const segredo = selado === null ? null : openSegredo(ctx.cofre, usuarioId, selado);
    const prova = readCodigo(codigo, { segredo, depoisDe: row.passo, agora: machineNow(ctx.clock) });
    return prova !== null && (await spendProva(sql, contaId, { usuarioId, prova }));
  });
  if (!isRight) throw new Refusal("codigoErrado", { campo: "codigo" });
  await tentativa.forgive();
}
