import type { Acao, MensagemKey, ParsedParamsOf } from "@malote/contract";
import { machineNow } from "../../clock.ts";
import { newId, type Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { hashSenha, isHashAntigo, verifySenha } from "../../secrets/senha.ts";
import { createToken, hashToken } from "../../secrets/token.ts";
import type { PublicContext } from "../handler.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import type { Entrada } from "./auth.rules.ts";
import { expiryOf, normalizeEntrada, ORIGEM_MAX } from "./auth.rules.ts";
import type { UsuarioEntrada } from "./entrada.rows.ts";
import { enterUsuario, findUsuarioEntrada } from "./entrada.rows.ts";
import type { Tentativa } from "./freio.ts";
import { countTentativa } from "./freio.ts";
import { spendProva } from "./segundo-fator.rows.ts";
import type { Prova } from "./segundo-fator.rules.ts";
import { readCodigo } from "./segundo-fator.rules.ts";
import { openSegredo } from "./segundo-fator.ts";
import { insertSessao } from "./sessao.rows.ts";

/** Who was named; `usuario` is null where there is nobody, and `contaId` is then of no conta at all. */
type Quem = { contaId: string; sandbox: boolean; usuario: UsuarioEntrada | null };
type Alguem = Quem & { usuario: UsuarioEntrada };

/** Why somebody who was named did not enter, and what they are told. */
const RECUSAS = {
  senha: "credenciaisInvalidas",
  codigo: "codigoErrado",
  inativo: "usuarioInativo",
  sandbox: "sandboxDesligado",
} as const satisfies Record<string, MensagemKey>;
type Motivo = keyof typeof RECUSAS;

/**
 * Signs in: counts, looks, hashes. A conta or a user that does not exist, a wrong password and somebody inactive take the same steps to the same
 * answer; what the conta's acts say of it is written beside the answer, not before it.
 * @returns the token of the tab that signed in; the cookie carries another, good for files alone
 * @throws {Refusal}
 */
export async function logar(
  ctx: PublicContext,
  { senha, codigo, ...typed }: ParsedParamsOf<"Auth.logar">,
): Promise<string> {
  const entrada = normalizeEntrada(typed);
  const tentativa = await countTentativa(ctx, entrada);
  const quem = await findWhoEnters(ctx, entrada);
  const isRight = await verifySenha(quem.usuario?.senhaHash ?? null, senha);
  if (!isRight || quem.usuario === null) throw refuse(ctx, quem, "senha");
  const alguem = { ...quem, usuario: quem.usuario };
  await refuseWhoMayNot(ctx, alguem, tentativa);
  const prova = await proveCodigo(ctx, alguem, { codigo: codigo ?? "", tentativa });
  const token = await openSessao(ctx, alguem, { senha, prova });
  await tentativa.forgive();
  return token;
}

async function findWhoEnters({ database }: PublicContext, entrada: Entrada): Promise<Quem> {
  // In a conta that does not exist nobody is found either, but after as long a look.
  const conta = (await database.portaria.findConta(entrada.identificador)) ?? nowhere();
  const { contaId, sandbox } = conta;
  const usuario = await database.withContaSql(contaId, (sql) =>
    findUsuarioEntrada(sql, contaId, entrada.nomeUsuario),
  );
  return { contaId, sandbox, usuario };
}

function nowhere(): { contaId: string; sandbox: boolean } {
  return { contaId: newId(), sandbox: false };
}

// Whoever knows the password guesses no more: they learn why, and the attempt does not count.
async function refuseWhoMayNot(ctx: PublicContext, quem: Alguem, tentativa: Tentativa): Promise<void> {
  const isClosed = quem.sandbox && ctx.config.sandbox === null;
  if (quem.usuario.ativo && !isClosed) return;
  await tentativa.giveBack();
  throw refuse(ctx, quem, quem.usuario.ativo ? "sandbox" : "inativo");
}

/** What the code proves; null for who has no second factor, whatever they typed. */
async function proveCodigo(
  ctx: PublicContext,
  quem: Alguem,
  { codigo, tentativa }: { codigo: string; tentativa: Tentativa },
): Promise<Prova | null> {
  const { id, segundoFator } = quem.usuario;
  if (segundoFator === null) return null;
  if (codigo.trim() === "") {
    await tentativa.giveBack();
    throw new Refusal("codigoObrigatorio", { campo: "codigo" });
  }
  const segredo = openSegredo(ctx.cofre, id, segundoFator.selado);
  const prova = readCodigo(codigo, { segredo, depoisDe: segundoFator.passo, agora: machineNow(ctx.clock) });
  if (prova === null) throw refuse(ctx, quem, "codigo");
  return prova;
}

async function openSessao(
  ctx: PublicContext,
  quem: Alguem,
  { senha, prova }: { senha: string; prova: Prova | null },
): Promise<string> {
  const { contaId, usuario } = quem;
  const { id: usuarioId, senhaHash } = usuario;
  if (senhaHash === null) throw new Error("a password was right where there is none");
  const [token, arquivoToken, agora] = [createToken(), createToken(), ctx.clock.now()];
  const novoHash = isHashAntigo(senhaHash) ? await hashSenha(senha) : null;
  const motivo = await ctx.database.withContaSql(contaId, async (sql): Promise<Motivo | null> => {
    if (prova !== null && !(await spendProva(sql, contaId, { usuarioId, prova }))) return "codigo";
    const entrou = { usuarioId, senhaHash, novoHash, comSegundoFator: prova !== null, agora };
    if (!(await enterUsuario(sql, contaId, entrou))) return "senha";
    await insertSessao(sql, contaId, {
      id: newId(),
      usuarioId,
      arquivoHash: hashToken(arquivoToken),
      tokenHash: hashToken(token),
      origem: ctx.visit.agente?.slice(0, ORIGEM_MAX) ?? null,
      agora,
      expiraEm: expiryOf(agora, agora),
    });
    await keepAto(sql, quem, { acao: "entrar", detalhe: describeVisita(ctx), quando: agora });
    return null;
  });
  if (motivo !== null) throw refuse(ctx, quem, motivo);
  ctx.visit.setArquivoToken(arquivoToken);
  return token;
}

/**
 * What to throw. That somebody of the conta was refused stands among its acts: as many as the brake lets through, 40 a day of one person and no
 * more. Nobody waits for it, so that the time of the answer says nothing.
 */
function refuse(ctx: PublicContext, quem: Quem, motivo: Motivo): Refusal {
  const ato = {
    acao: "entrada-recusada",
    detalhe: `${describeVisita(ctx)} ${motivo}`,
    quando: ctx.clock.now(),
  } as const;
  ctx.database
    .withContaSql(quem.contaId, (sql) => keepAto(sql, quem, ato))
    .catch((error: unknown) => ctx.log.warn({ err: error }, "uma entrada recusada não foi registrada"));
  return new Refusal(RECUSAS[motivo], motivo === "codigo" ? { campo: "codigo" } : {});
}

type Ato = { acao: Acao; detalhe: string; quando: Date };

async function keepAto(sql: Sql, { contaId, usuario }: Quem, ato: Ato): Promise<void> {
  if (usuario === null) return;
  const { id, nome } = usuario;
  await insertRegistros(sql, contaId, [{ ...ato, usuarioId: id, usuario: nome, alvo: id }]);
}

function describeVisita({ visit }: PublicContext): string {
  return visit.ip;
}
