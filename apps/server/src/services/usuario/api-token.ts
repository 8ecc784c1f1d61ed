import type { AppContext } from "../../app-context.ts";
import type { ApiTokenAchado } from "../../db/index.ts";
import { hashToken } from "../../secrets/token.ts";
import { Unauthorized } from "../auth/unauthorized.ts";
import type { Caller, SignedInContext } from "../handler.ts";
import { countUso } from "../limite/count-uso.ts";
import { planAcessoAlterado } from "./acesso-alterado.ts";
import { type ApiTokenRow, findApiToken, replaceApiToken, touchApiToken } from "./api-token.rows.ts";
import { createApiToken, maskApiToken } from "./api-token.rules.ts";
import { registerAtos } from "./pessoa-registro.ts";
import { lockPessoas, lockUsuario } from "./usuario-cadastro.rows.ts";

/** A use is written down at most this often. */
const TOQUE_MS = 60_000;

export async function readApiToken(ctx: SignedInContext): Promise<ApiTokenRow | null> {
  const { contaId } = ctx.caller;
  return await ctx.database.withContaSql(contaId, (sql) => findApiToken(sql, contaId));
}

/** Each is told by letter to all who answer for the conta: so many of them in an hour. */
const NOVOS_MAX = 30;
const NOVOS_JANELA_MS = 3_600_000;

/**
 * Makes the conta another token, whole in this answer and never again; the one before ends at once.
 * @throws {Refusal} muitosPedidosSenha
 * @throws {Unauthorized} when the caller was kept out meanwhile
 */
export async function renewApiToken(ctx: SignedInContext): Promise<ApiTokenRow & { token: string }> {
  const { contaId, usuarioId, nome } = ctx.caller;
  const limite = { max: NOVOS_MAX, janelaMs: NOVOS_JANELA_MS, recusa: "muitosPedidosSenha" } as const;
  await countUso(ctx, { ...limite, chave: `api-token:${contaId}` });
  const token = createApiToken();
  const mascara = maskApiToken(token);
  const agora = ctx.clock.now();
  await ctx.database.withContaSql(contaId, async (sql) => {
    await lockPessoas(sql, contaId);
    const usuario = await lockUsuario(sql, contaId, usuarioId);
    if (!usuario?.ativo) throw new Unauthorized();
    const novo = { usuarioId, tokenHash: hashToken(token), mascara, agora };
    const alvo = await replaceApiToken(sql, contaId, novo);
    await planAcessoAlterado(sql, contaId, { usuario, oQue: "api-token", quem: nome, agora });
    await registerAtos(ctx, sql, [{ acao: "gerar-api-token", alvo, detalhe: mascara }]);
  });
  return { token, mascara, criadoEm: agora, criadoPor: nome, ultimoUso: null };
}

/** The caller that a conta's program is: nobody in person, whoever made the token; null for a demo conta without its sandbox. */
export async function admitApiToken(ctx: AppContext, achado: ApiTokenAchado): Promise<Caller | null> {
  const { contaId, tokenId, usuarioId, nome, empresas, uf, sandbox, ultimoUso } = achado;
  if (sandbox && ctx.config.sandbox === null) return null;
  const agora = ctx.clock.now();
  if (ultimoUso === null || agora.getTime() - ultimoUso.getTime() >= TOQUE_MS) {
    await ctx.database.withContaSql(contaId, (sql) => touchApiToken(sql, contaId, { id: tokenId, agora }));
  }
  return {
    contaId,
    usuarioId,
    nome: `API (${nome})`,
    isManager: false,
    isProprietario: false,
    isPerson: false,
    isManifestante: false,
    empresas,
    sessaoId: tokenId,
    contaUf: uf,
    contaSandbox: sandbox,
  };
}
