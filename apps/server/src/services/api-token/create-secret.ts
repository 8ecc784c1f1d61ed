import type { Scope } from "@malote/contract";
import { HOUR_MS } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { Refusal, Unauthorized } from "../../errors.ts";
import { hashToken } from "../../secrets/token.ts";
import type { SignedInContext } from "../handler.ts";
import { countUse } from "../rate-limit/count-use.ts";
import { planAccessChangeEmails } from "../usuario/notify-access-change.ts";
import { type LockedUsuario, lockUsuario, lockUsuarios } from "../usuario/usuario-profile.rows.ts";
import { createApiToken, maskApiToken } from "./api-token.rules.ts";
import { insertSecret } from "./secret.rows.ts";

/** New secrets per conta in an hour: each one is e-mailed to its responsible users. */
const NEW_SECRETS_MAX = 30;
const NEW_SECRETS_WINDOW_MS = HOUR_MS;

/** Counts a new secret, or a change that is e-mailed.   @throws {Refusal} muitosPedidosSenha */
export async function countNewSecret(ctx: SignedInContext): Promise<void> {
  const limit = {
    max: NEW_SECRETS_MAX,
    janelaMs: NEW_SECRETS_WINDOW_MS,
    recusa: "muitosPedidosSenha",
  } as const;
  await countUse(ctx, { ...limit, chave: `api-token:${ctx.caller.contaId}` });
}

/**
 * Locks the conta's tokens and the caller's row, so that
 * the token limit holds and a blocked user creates none.
 * @throws {Unauthorized} when the caller was blocked or is no longer a manager
 */
export async function lockTokenManager(ctx: SignedInContext, db: Db): Promise<LockedUsuario> {
  const { contaId, usuarioId } = ctx.caller;
  await lockUsuarios(db, contaId);
  const usuario = await lockUsuario(db, contaId, usuarioId);
  if (!usuario?.ativo || !(usuario.administrador || usuario.proprietarioConta)) throw new Unauthorized();
  return usuario;
}

/**
 * Only users who may send manifestações may grant that scope.
 * @throws {Refusal} manifestacaoSemPermissao
 */
export function requireManifestarPermission(
  usuario: LockedUsuario,
  escopos: readonly Scope[],
  campo?: string,
): void {
  if (!escopos.includes("manifestar") || usuario.permissaoManifestacao) return;
  throw new Refusal("manifestacaoSemPermissao", campo === undefined ? {} : { campo });
}

type SecretRequest = { usuario: LockedUsuario; tokenId: string; nome: string; anteriorAte: Date; now: Date };

/**
 * Creates another secret for a locked token and plans the e-mail about it.
 * @returns the whole token, and its mask
 */
export async function createSecret(
  ctx: SignedInContext,
  db: Db,
  { usuario, tokenId, nome, anteriorAte, now }: SecretRequest,
): Promise<{ token: string; mascara: string }> {
  const { contaId, contaSandbox, nome: callerName } = ctx.caller;
  const token = createApiToken({ sandbox: contaSandbox });
  const mask = maskApiToken(token);
  const tokenHash = hashToken(token);
  await insertSecret(db, contaId, {
    tokenId,
    usuarioId: usuario.id,
    tokenHash,
    mascara: mask,
    now,
    anteriorAte,
  });
  const email = { usuario, oQue: "api-token", quem: callerName, now, token: `${nome} (${mask})` } as const;
  await planAccessChangeEmails(db, contaId, email);
  return { token, mascara: mask };
}
