import { API_TOKENS_MAX, ESCOPOS_INICIAIS, type ResultOf } from "@malote/contract";
import { zonaOfUf } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { registerAtos } from "../usuario/pessoa-registro.ts";
import {
  type ApiTokenTravado,
  findNomes,
  insertApiToken,
  lockApiToken,
  revokeApiTokens,
} from "./api-token.rows.ts";
import { nameOfPrincipal } from "./api-token.rules.ts";
import { listApiTokens } from "./list-api-tokens.ts";
import { countNovo, lockQuemGera, makeSegredo, refuseManifestar } from "./make-segredo.ts";

/** The conta's main token, in the form of the specification. */
export type Principal = NonNullable<ResultOf<"Usuario.getAPIToken">["object"]>;

/** The main token without its secret; null when none is valid. */
export async function readPrincipal(ctx: SignedInContext): Promise<Principal | null> {
  const principal = (await listApiTokens(ctx)).find((token) => token.principal);
  const segredo = principal?.segredos[0];
  if (!principal || principal.expirado || segredo === undefined) return null;
  const { mascara, criadoEm, criadoPor } = segredo;
  return { mascara, criadoEm, criadoPor, ultimoUso: principal.ultimoUso };
}

/**
 * Gives the main token a new secret, returned only now; the previous one ends at once
 * (rotateApiToken gives it a grace). Creates a main token when none is valid.
 * @throws {Refusal} muitosPedidosSenha, apiTokensDemais, manifestacaoSemPermissao
 * @throws {Unauthorized} when the caller was blocked meanwhile
 */
export async function renewPrincipal(ctx: SignedInContext): Promise<Principal & { token: string }> {
  const { contaId, nome: quem } = ctx.caller;
  await countNovo(ctx);
  const agora = ctx.clock.now();
  const feito = await ctx.database.withContaSql(contaId, async (sql) => {
    const usuario = await lockQuemGera(ctx, sql);
    const { id, nome, escopos } = await holdPrincipal(ctx, sql, agora);
    refuseManifestar(usuario, escopos);
    const segredo = { usuario, tokenId: id, nome, anteriorAte: agora, agora };
    const novo = await makeSegredo(ctx, sql, segredo);
    const detalhe = `${nome}: ${novo.mascara}`;
    await registerAtos(ctx, sql, [{ acao: "gerar-api-token", alvo: id, detalhe }]);
    return novo;
  });
  return { ...feito, criadoEm: agora, criadoPor: quem, ultimoUso: null };
}

type Qual = Pick<ApiTokenTravado, "id" | "nome" | "escopos">;

/** Locks the main token; creates one when none exists, and replaces an expired one. */
async function holdPrincipal(ctx: SignedInContext, sql: Sql, agora: Date): Promise<Qual> {
  const { contaId, contaUf, usuarioId } = ctx.caller;
  const atual = await lockApiToken(sql, contaId, "principal");
  const expirou = atual !== null && atual.expiraEm !== null && atual.expiraEm <= agora;
  if (atual !== null && !expirou) return atual;
  if (atual !== null) await revokeApiTokens(sql, contaId, { ids: [atual.id], agora });
  const nomes = await findNomes(sql, contaId, null);
  if (nomes.length >= API_TOKENS_MAX) {
    throw new Refusal("apiTokensDemais", { values: { limite: API_TOKENS_MAX } });
  }
  const nome = nameOfPrincipal(nomes);
  const escopos = [...ESCOPOS_INICIAIS];
  const direitos = { nome, escopos, empresas: null, validade: null, zona: zonaOfUf(contaUf) };
  const id = await insertApiToken(sql, contaId, { ...direitos, usuarioId, principal: true, agora });
  return { id, nome, escopos };
}
