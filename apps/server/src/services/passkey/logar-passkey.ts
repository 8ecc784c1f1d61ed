import type { ParsedParamsOf } from "@malote/contract";
import { newId } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { enterPorPasskey } from "../auth/entrada.rows.ts";
import { writeSessao } from "../auth/write-sessao.ts";
import type { PublicContext } from "../handler.ts";
import { countUsoDaRede } from "../limite/count-rede.ts";
import { startProva } from "./desafio.ts";
import { verifyPasskey } from "./verify-passkey.ts";

/** Challenges per network. Each is answered once, so this also limits the answers. */
const DESAFIOS = {
  coisa: "passkey-entrada",
  max: 120,
  janelaMs: 10 * 60_000,
  recusa: "muitasPasskeys",
} as const;

/** Creates a challenge for a sign-in.   @throws {Refusal} muitasPasskeys, passkeyIndisponivel */
export async function startEntrada(ctx: PublicContext) {
  await countUsoDaRede(ctx, ctx.visit.ip, DESAFIOS);
  return await startProva(ctx, { uso: "entrar", usuarioId: null, conhecidas: [] });
}

/**
 * Signs in with a passkey alone: its authenticator holds the key and verifies its user, which are two
 * factors. An unknown conta, passkey or challenge gets the same answer.
 * @returns the token of the tab that signed in
 * @throws {Refusal} passkeyErrada, usuarioInativo, sandboxDesligado, passkeyIndisponivel
 */
export async function logarPasskey(
  ctx: PublicContext,
  { identificador, passkey: prova }: ParsedParamsOf<"Passkey.logar">,
): Promise<string> {
  const conta = await ctx.database.portaria.findConta(identificador.trim().toLowerCase());
  const contaId = conta?.contaId ?? newId();
  const passkey = await verifyPasskey(ctx, { contaId, uso: "entrar", usuarioId: null, dono: null, prova });
  if (conta === null || passkey === null) throw new Refusal("passkeyErrada");
  if (conta.sandbox && ctx.config.sandbox === null) throw new Refusal("sandboxDesligado");
  const { usuarioId: id } = passkey;
  const entrou = await ctx.database.withContaSql(contaId, async (sql) => {
    const nome = await enterPorPasskey(sql, contaId, { usuarioId: id, agora: ctx.clock.now() });
    if (nome === null) return null;
    return await writeSessao(ctx, sql, {
      contaId,
      usuario: { id, nome },
      detalhe: `${ctx.visit.ip} passkey`,
    });
  });
  if (entrou === null) throw new Refusal("usuarioInativo");
  ctx.visit.setArquivoToken(entrou.arquivoToken);
  return entrou.token;
}
