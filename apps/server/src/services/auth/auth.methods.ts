import { newId } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { verifySenha } from "../../secrets/senha.ts";
import { createToken, hashToken } from "../../secrets/token.ts";
import type { Handlers, PublicContext } from "../handler.ts";
import { minutesLeft, startOfJanela } from "../limite/limite.rules.ts";
import type { UsuarioEntrada } from "../usuario/usuario.rows.ts";
import { findUsuarioEntrada, setUltimoAcesso } from "../usuario/usuario.rows.ts";
import { admitSessao } from "./admit-sessao.ts";
import type { Entrada } from "./auth.rules.ts";
import { expiryOf, listContagens, normalizeEntrada, TENTATIVAS_JANELA_MS } from "./auth.rules.ts";
import { deleteSessao, insertSessao, insertToken } from "./sessao.rows.ts";
import { Unauthorized } from "./unauthorized.ts";

const ORIGEM_MAX = 200;

const emConstrucao = async (): Promise<never> => {
  throw new Error("em construção");
};

export const authMethods = {
  "Auth.logar": async (ctx, { senha, ...typed }) => {
    const entrada = normalizeEntrada(typed);
    const forgive = await countAttempt(ctx, entrada);
    const found = await findWhoEnters(ctx, entrada);
    // One answer for unknown conta, unknown user and wrong password, after the same work.
    const isRight = await verifySenha(found?.usuario.senhaHash ?? null, senha);
    if (!isRight || found === null) throw new Refusal("credenciaisInvalidas");
    await forgive();
    if (!found.usuario.ativo) throw new Refusal("usuarioInativo");
    if (found.sandbox && ctx.config.sandbox === null) throw new Refusal("sandboxDesligado");
    return { authToken: await openSessao(ctx, found.contaId, found.usuario.id) };
  },

  "Auth.retomar": async (ctx) => {
    const { arquivoToken } = ctx.visit;
    const agora = ctx.clock.now();
    const sessao =
      arquivoToken === null
        ? null
        : await ctx.database.portaria.findSessaoArquivo(hashToken(arquivoToken), agora);
    const caller = sessao === null ? null : await admitSessao(ctx, sessao);
    if (caller === null) throw new Unauthorized();
    const { contaId, sessaoId } = caller;
    const token = createToken();
    await ctx.database.withConta(contaId, (db) =>
      insertToken(db, contaId, { sessaoId, tokenHash: hashToken(token), agora }),
    );
    return { authToken: token };
  },

  "Auth.sair": async (ctx) => {
    const { contaId, sessaoId } = ctx.caller;
    await ctx.database.withConta(contaId, (db) => deleteSessao(db, contaId, sessaoId));
    ctx.visit.setArquivoToken(null);
    return {};
  },
  "Auth.getListSessao": emConstrucao,
  "Auth.endSessao": emConstrucao,
  "Auth.endOutrasSessoes": emConstrucao,
  "Auth.startSegundoFator": emConstrucao,
  "Auth.confirmSegundoFator": emConstrucao,
  "Auth.removeSegundoFator": emConstrucao,
} satisfies Handlers<"Auth">;

/**
 * Counts the attempt before it is read, so that a hundred at once are still a hundred; a right password gives it back.
 * @throws {Refusal} muitasTentativas
 */
async function countAttempt(ctx: PublicContext, entrada: Entrada): Promise<() => Promise<void>> {
  const agora = ctx.clock.now();
  const janela = startOfJanela(agora, TENTATIVAS_JANELA_MS);
  const contagens = listContagens(entrada, ctx.visit.ip);
  for (const { chave, max } of contagens) {
    if ((await ctx.database.portaria.countUso(chave, janela)) > max) {
      throw new Refusal("muitasTentativas", {
        values: { minutos: minutesLeft(agora, TENTATIVAS_JANELA_MS) },
      });
    }
  }
  return async () => {
    for (const { chave } of contagens) await ctx.database.portaria.returnUso(chave, janela);
  };
}

type QuemEntra = { contaId: string; sandbox: boolean; usuario: UsuarioEntrada };

async function findWhoEnters(ctx: PublicContext, entrada: Entrada): Promise<QuemEntra | null> {
  const conta = await ctx.database.portaria.findConta(entrada.identificador);
  // In a conta that does not exist nobody is found either, but after as long a look.
  const { contaId, sandbox } = conta ?? { contaId: newId(), sandbox: false };
  const usuario = await ctx.database.withConta(contaId, (db) =>
    findUsuarioEntrada(db, contaId, entrada.nomeUsuario),
  );
  return usuario === null ? null : { contaId, sandbox, usuario };
}

/** @returns the token of the tab that signed in; the cookie carries another, good for files alone */
async function openSessao(ctx: PublicContext, contaId: string, usuarioId: string): Promise<string> {
  const token = createToken();
  const arquivoToken = createToken();
  const agora = ctx.clock.now();
  await ctx.database.withConta(contaId, async (db) => {
    await insertSessao(db, contaId, {
      id: newId(),
      usuarioId,
      arquivoHash: hashToken(arquivoToken),
      tokenHash: hashToken(token),
      origem: ctx.visit.agente?.slice(0, ORIGEM_MAX) ?? null,
      agora,
      expiraEm: expiryOf(agora, agora),
    });
    await setUltimoAcesso(db, contaId, { id: usuarioId, agora });
  });
  ctx.visit.setArquivoToken(arquivoToken);
  return token;
}
