import type { AppContext } from "../../app-context.ts";
import type { ApiTokenAchado } from "../../db/index.ts";
import { hashToken } from "../../secrets/token.ts";
import type { Caller, SignedInContext } from "../handler.ts";
import { type ApiTokenRow, findApiToken, replaceApiToken, touchApiToken } from "./api-token.rows.ts";
import { createApiToken, maskApiToken } from "./api-token.rules.ts";
import { registerAtos } from "./pessoa-registro.ts";
import { lockPessoas } from "./usuario-cadastro.rows.ts";

/** A use is written down at most this often. */
const TOQUE_MS = 60_000;

export async function readApiToken(ctx: SignedInContext): Promise<ApiTokenRow | null> {
  const { contaId } = ctx.caller;
  return await ctx.database.withContaSql(contaId, (sql) => findApiToken(sql, contaId));
}

/** Makes the conta another token, whole in this answer and never again; the one before ends at once. */
export async function renewApiToken(ctx: SignedInContext): Promise<ApiTokenRow & { token: string }> {
  const { contaId, usuarioId, nome } = ctx.caller;
  const token = createApiToken();
  const mascara = maskApiToken(token);
  const agora = ctx.clock.now();
  await ctx.database.withContaSql(contaId, async (sql) => {
    await lockPessoas(sql, contaId);
    const novo = { usuarioId, tokenHash: hashToken(token), mascara, agora };
    const alvo = await replaceApiToken(sql, contaId, novo);
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
