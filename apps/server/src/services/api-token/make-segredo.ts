import type { Escopo } from "@malote/contract";
import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { hashToken } from "../../secrets/token.ts";
import { Unauthorized } from "../auth/unauthorized.ts";
import type { SignedInContext } from "../handler.ts";
import { countUso } from "../limite/count-uso.ts";
import { planAcessoAlterado } from "../usuario/acesso-alterado.ts";
import { lockPessoas, lockUsuario, type UsuarioTravado } from "../usuario/usuario-cadastro.rows.ts";
import { createApiToken, maskApiToken } from "./api-token.rules.ts";
import { pushSegredo } from "./segredo.rows.ts";

/** New secrets per conta in an hour: each one is e-mailed to its responsible users. */
const NOVOS_MAX = 30;
const NOVOS_JANELA_MS = 3_600_000;

/** Counts a new secret, or a change that is e-mailed.   @throws {Refusal} muitosPedidosSenha */
export async function countNovo(ctx: SignedInContext): Promise<void> {
  const limite = { max: NOVOS_MAX, janelaMs: NOVOS_JANELA_MS, recusa: "muitosPedidosSenha" } as const;
  await countUso(ctx, { ...limite, chave: `api-token:${ctx.caller.contaId}` });
}

/**
 * Locks the conta's tokens and the caller's row, so that
 * the token limit holds and a blocked user creates none.
 * @throws {Unauthorized} when the caller was blocked or is no longer a manager
 */
export async function lockQuemGera(ctx: SignedInContext, sql: Sql): Promise<UsuarioTravado> {
  const { contaId, usuarioId } = ctx.caller;
  await lockPessoas(sql, contaId);
  const usuario = await lockUsuario(sql, contaId, usuarioId);
  if (!usuario?.ativo || !(usuario.administrador || usuario.proprietarioConta)) throw new Unauthorized();
  return usuario;
}

/**
 * Only users who may send manifestações may grant that scope.
 * @throws {Refusal} manifestacaoSemPermissao
 */
export function refuseManifestar(usuario: UsuarioTravado, escopos: readonly Escopo[], campo?: string): void {
  if (!escopos.includes("manifestar") || usuario.permissaoManifestacao) return;
  throw new Refusal("manifestacaoSemPermissao", campo === undefined ? {} : { campo });
}

type Pedido = { usuario: UsuarioTravado; tokenId: string; nome: string; anteriorAte: Date; agora: Date };

/**
 * Creates another secret for a locked token and plans the e-mail about it.
 * @returns the whole token, and its mask
 */
export async function makeSegredo(
  ctx: SignedInContext,
  sql: Sql,
  { usuario, tokenId, nome, anteriorAte, agora }: Pedido,
): Promise<{ token: string; mascara: string }> {
  const { contaId, contaSandbox, nome: quem } = ctx.caller;
  const token = createApiToken({ sandbox: contaSandbox });
  const mascara = maskApiToken(token);
  const tokenHash = hashToken(token);
  await pushSegredo(sql, contaId, { tokenId, usuarioId: usuario.id, tokenHash, mascara, agora, anteriorAte });
  const carta = { usuario, oQue: "api-token", quem, agora, token: `${nome} (${mascara})` } as const;
  await planAcessoAlterado(sql, contaId, carta);
  return { token, mascara };
}
