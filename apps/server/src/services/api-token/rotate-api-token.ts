import { formatDateTime, zoneOfUf } from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { recordEntries } from "../usuario/usuario-registro.ts";
import { lockApiToken, revokeApiTokens } from "./api-token.rows.ts";
import { endOfGrace } from "./api-token.rules.ts";
import {
  countNewSecret,
  createSecret,
  lockTokenManager,
  requireManifestarPermission,
} from "./create-secret.ts";
import { findNewestMask } from "./secret.rows.ts";

type Rotation = { id: string; gracaHoras: number | null | undefined };

/**
 * Gives a token another secret, returned only now. The previous one lives for its grace; an older
 * one ends now, so two exist at most.
 * @throws {Refusal} apiTokenNaoEncontrado, apiTokenExpirado, manifestacaoSemPermissao, muitosPedidosSenha
 */
export async function rotateApiToken(ctx: SignedInContext, { id, gracaHoras }: Rotation): Promise<string> {
  const { contaId, contaUf } = ctx.caller;
  await countNewSecret(ctx);
  const now = ctx.clock.now();
  const anteriorAte = endOfGrace(now, gracaHoras);
  return await ctx.database.withConta(contaId, async (db) => {
    const usuario = await lockTokenManager(ctx, db);
    const current = await lockApiToken(db, contaId, { id });
    if (current === null) throw new Refusal("apiTokenNaoEncontrado");
    if (current.expiraEm !== null && current.expiraEm <= now) throw new Refusal("apiTokenExpirado");
    requireManifestarPermission(usuario, current.escopos);
    const previousMask = await findNewestMask(db, contaId, id);
    const { nome } = current;
    const { token, mascara: mask } = await createSecret(ctx, db, {
      ...{ usuario, nome, anteriorAte, now },
      tokenId: id,
    });
    const endText =
      anteriorAte <= now ? "encerrado" : `até ${formatDateTime(anteriorAte, zoneOfUf(contaUf))}`;
    const previousText = previousMask === null ? "" : `${previousMask} (${endText}) → `;
    const detail = `${nome}: ${previousText}${mask}`;
    await recordEntries(ctx, db, [{ acao: "girar-api-token", alvo: id, detalhe: detail }]);
    return token;
  });
}

/** Revokes a token with all its secrets.   @throws {Refusal} apiTokenNaoEncontrado */
export async function revokeApiToken(ctx: SignedInContext, id: string): Promise<void> {
  const { contaId } = ctx.caller;
  await ctx.database.withConta(contaId, async (db) => {
    const current = await lockApiToken(db, contaId, { id });
    if (current === null) throw new Refusal("apiTokenNaoEncontrado");
    const mask = await findNewestMask(db, contaId, id);
    await revokeApiTokens(db, contaId, { ids: [id], now: ctx.clock.now() });
    const detail = mask === null ? current.nome : `${current.nome}: ${mask}`;
    await recordEntries(ctx, db, [{ acao: "revogar-api-token", alvo: id, detalhe: detail }]);
  });
}
