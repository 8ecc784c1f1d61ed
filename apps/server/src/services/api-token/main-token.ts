import { API_TOKENS_MAX, DEFAULT_SCOPES, type ResultOf } from "@malote/contract";
import { zoneOfUf } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { recordEntries } from "../usuario/usuario-registro.ts";
import {
  findOtherNames,
  insertApiToken,
  type LockedApiToken,
  lockApiToken,
  revokeApiTokens,
} from "./api-token.rows.ts";
import { nameOfMainToken } from "./api-token.rules.ts";
import {
  countNewSecret,
  createSecret,
  lockTokenManager,
  requireManifestarPermission,
} from "./create-secret.ts";
import { listApiTokens } from "./list-api-tokens.ts";

/** The conta's main token, in the form of the specification. */
export type MainToken = NonNullable<ResultOf<"Usuario.getAPIToken">["object"]>;

/** The main token without its secret; null when none is valid. */
export async function readMainToken(ctx: SignedInContext): Promise<MainToken | null> {
  const principal = (await listApiTokens(ctx)).find((token) => token.principal);
  const secret = principal?.segredos[0];
  if (!principal || principal.expirado || secret === undefined) return null;
  const { mascara, criadoEm, criadoPor } = secret;
  return { mascara, criadoEm, criadoPor, ultimoUso: principal.ultimoUso };
}

/**
 * Gives the main token a new secret, returned only now; the previous one ends at once
 * (rotateApiToken gives it a grace). Creates a main token when none is valid.
 * @throws {Refusal} muitosPedidosSenha, apiTokensDemais, manifestacaoSemPermissao
 * @throws {Unauthorized} when the caller was blocked meanwhile
 */
export async function renewMainToken(ctx: SignedInContext): Promise<MainToken & { token: string }> {
  const { contaId, nome: callerName } = ctx.caller;
  await countNewSecret(ctx);
  const now = ctx.clock.now();
  const created = await ctx.database.withConta(contaId, async (db) => {
    const usuario = await lockTokenManager(ctx, db);
    const { id, nome, escopos } = await lockMainToken(ctx, db, now);
    requireManifestarPermission(usuario, escopos);
    const secret = { usuario, tokenId: id, nome, anteriorAte: now, now };
    const novo = await createSecret(ctx, db, secret);
    const detail = `${nome}: ${novo.mascara}`;
    await recordEntries(ctx, db, [{ acao: "gerar-api-token", alvo: id, detalhe: detail }]);
    return novo;
  });
  return { ...created, criadoEm: now, criadoPor: callerName, ultimoUso: null };
}

type LockedMainToken = Pick<LockedApiToken, "id" | "nome" | "escopos">;

/** Locks the main token; creates one when none exists, and replaces an expired one. */
async function lockMainToken(ctx: SignedInContext, db: Db, now: Date): Promise<LockedMainToken> {
  const { contaId, contaUf, usuarioId } = ctx.caller;
  const current = await lockApiToken(db, contaId, "principal");
  const hasExpired = current !== null && current.expiraEm !== null && current.expiraEm <= now;
  if (current !== null && !hasExpired) return current;
  if (current !== null) await revokeApiTokens(db, contaId, { ids: [current.id], now });
  const names = await findOtherNames(db, contaId, null);
  if (names.length >= API_TOKENS_MAX) {
    throw new Refusal("apiTokensDemais", { values: { limite: API_TOKENS_MAX } });
  }
  const nome = nameOfMainToken(names);
  const escopos = [...DEFAULT_SCOPES];
  const access = { nome, escopos, empresas: null, validade: null, zona: zoneOfUf(contaUf) };
  const id = await insertApiToken(db, contaId, { ...access, usuarioId, principal: true, now });
  return { id, nome, escopos };
}
