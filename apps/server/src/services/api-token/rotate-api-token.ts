import { formatDataHora, zonaOfUf } from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { registerAtos } from "../usuario/pessoa-registro.ts";
import { lockApiToken, revokeApiTokens } from "./api-token.rows.ts";
import { endOfGraca } from "./api-token.rules.ts";
import { countNovo, lockQuemGera, makeSegredo, refuseManifestar } from "./make-segredo.ts";
import { findMascara } from "./segredo.rows.ts";

type Giro = { id: string; gracaHoras: number | null | undefined };

/**
 * Gives a token another secret, returned only now. The previous one lives for its grace; an older
 * one ends now, so two exist at most.
 * @throws {Refusal} apiTokenNaoEncontrado, apiTokenExpirado, manifestacaoSemPermissao, muitosPedidosSenha
 */
export async function rotateApiToken(ctx: SignedInContext, { id, gracaHoras }: Giro): Promise<string> {
  const { contaId, contaUf } = ctx.caller;
  await countNovo(ctx);
  const agora = ctx.clock.now();
  const anteriorAte = endOfGraca(agora, gracaHoras);
  return await ctx.database.withContaSql(contaId, async (sql) => {
    const usuario = await lockQuemGera(ctx, sql);
    const atual = await lockApiToken(sql, contaId, { id });
    if (atual === null) throw new Refusal("apiTokenNaoEncontrado");
    if (atual.expiraEm !== null && atual.expiraEm <= agora) throw new Refusal("apiTokenExpirado");
    refuseManifestar(usuario, atual.escopos);
    const de = await findMascara(sql, contaId, id);
    const { nome } = atual;
    const { token, mascara } = await makeSegredo(ctx, sql, {
      ...{ usuario, nome, anteriorAte, agora },
      tokenId: id,
    });
    const ate = anteriorAte <= agora ? "encerrado" : `até ${formatDataHora(anteriorAte, zonaOfUf(contaUf))}`;
    const anterior = de === null ? "" : `${de} (${ate}) → `;
    const detalhe = `${nome}: ${anterior}${mascara}`;
    await registerAtos(ctx, sql, [{ acao: "girar-api-token", alvo: id, detalhe }]);
    return token;
  });
}

/** Revokes a token with all its secrets.   @throws {Refusal} apiTokenNaoEncontrado */
export async function revokeApiToken(ctx: SignedInContext, id: string): Promise<void> {
  const { contaId } = ctx.caller;
  await ctx.database.withContaSql(contaId, async (sql) => {
    const atual = await lockApiToken(sql, contaId, { id });
    if (atual === null) throw new Refusal("apiTokenNaoEncontrado");
    const mascara = await findMascara(sql, contaId, id);
    await revokeApiTokens(sql, contaId, { ids: [id], agora: ctx.clock.now() });
    const detalhe = mascara === null ? atual.nome : `${atual.nome}: ${mascara}`;
    await registerAtos(ctx, sql, [{ acao: "revogar-api-token", alvo: id, detalhe }]);
  });
}
