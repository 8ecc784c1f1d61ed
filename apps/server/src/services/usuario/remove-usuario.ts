import { Refusal } from "../../errors.ts";
import { endApiTokens } from "../api-token/end-api-tokens.ts";
import { forgetEnvios } from "../envio/envio.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { registerAtos } from "./pessoa-registro.ts";
import { revokeTokens } from "./token.rows.ts";
import { refuseIntocavel } from "./usuario.rules.ts";
import { eraseUsuario, lockUsuario, setAtivo } from "./usuario-cadastro.rows.ts";

/**
 * Deletes a user. Only the registro still shows who it was; records that refer to the user remain.
 * @throws {Refusal} usuarioNaoEncontrado, usuarioProprietario, usuarioProprio
 */
export async function removeUsuario(ctx: SignedInContext, id: string): Promise<void> {
  const { contaId } = ctx.caller;
  await ctx.database.withContaSql(contaId, async (sql) => {
    const atual = await lockUsuario(sql, contaId, id);
    if (atual === null) throw new Refusal("usuarioNaoEncontrado");
    refuseIntocavel(ctx.caller, atual);
    const revogado = await endApiTokens(ctx, sql, atual);
    await eraseUsuario(sql, contaId, { id, agora: ctx.clock.now() });
    await forgetEnvios(sql, contaId, id);
    await registerAtos(ctx, sql, [
      ...revogado,
      { acao: "excluir-usuario", alvo: id, detalhe: atual.nomeUsuario },
    ]);
  });
}

/**
 * Activates or deactivates a user. Deactivation ends sessions and links, and revokes the user's API
 * tokens.
 * @throws {Refusal} usuarioNaoEncontrado, usuarioProprietario, usuarioProprio
 */
export async function switchAtivo(
  ctx: SignedInContext,
  { id, ativo }: { id: string; ativo: boolean },
): Promise<void> {
  const { contaId } = ctx.caller;
  await ctx.database.withContaSql(contaId, async (sql) => {
    const atual = await lockUsuario(sql, contaId, id);
    if (atual === null) throw new Refusal("usuarioNaoEncontrado");
    if (!ativo) refuseIntocavel(ctx.caller, atual);
    if (atual.ativo === ativo) return;
    await setAtivo(sql, contaId, { id, ativo });
    if (!ativo) await revokeTokens(sql, contaId, { usuarioId: id });
    const revogado = ativo ? [] : await endApiTokens(ctx, sql, atual);
    const acao = ativo ? "ativar-usuario" : "inativar-usuario";
    await registerAtos(ctx, sql, [{ acao, alvo: id, detalhe: atual.nomeUsuario }, ...revogado]);
  });
}
