import type { Acao, MensagemKey, ParsedParamsOf } from "@malote/contract";
import { machineNow } from "../../clock.ts";
import { newId, type Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { hashSenha, isHashAntigo, verifySenha } from "../../secrets/senha.ts";
import { SENHA_DA_DEMO } from "../../secrets/senha-comum.ts";
import type { PublicContext } from "../handler.ts";
import { type PasskeyProva, verifyPasskey } from "../passkey/verify-passkey.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import type { Entrada } from "./auth.rules.ts";
import { normalizeEntrada } from "./auth.rules.ts";
import type { UsuarioEntrada } from "./entrada.rows.ts";
import { enterUsuario, findUsuarioEntrada } from "./entrada.rows.ts";
import type { Tentativa } from "./freio.ts";
import { countTentativa } from "./freio.ts";
import { openSegredo } from "./segredo-totp.ts";
import { spendProva } from "./segundo-fator.rows.ts";
import type { Prova } from "./segundo-fator.rules.ts";
import { readCodigo } from "./segundo-fator.rules.ts";
import { type Entrou, writeSessao } from "./write-sessao.ts";

/** Who was named; `usuario` is null where there is nobody, and `contaId` is then of no conta at all. */
type Quem = { contaId: string; sandbox: boolean; usuario: UsuarioEntrada | null };
type Alguem = Quem & { usuario: UsuarioEntrada };

/** Why somebody who was named did not enter, and what they are told. */
const RECUSAS = {
  senha: "credenciaisInvalidas",
  demo: "senhaDaDemo",
  codigo: "codigoErrado",
  passkey: "passkeyErrada",
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
  { senha, codigo, passkey, ...typed }: ParsedParamsOf<"Auth.logar">,
): Promise<string> {
  const entrada = normalizeEntrada(typed);
  const tentativa = await countTentativa(ctx, entrada);
  const quem = await findWhoEnters(ctx, entrada);
  const isRight = await verifySenha(quem.usuario?.senhaHash ?? null, senha).catch(async (error: unknown) => {
    await tentativa.giveBack(); // what was not compared is no guess
    throw error;
  });
  // Refused whether it is right or not, so that the answer says nothing of the conta; a right one is lost, and a link replaces it.
  if (senha === SENHA_DA_DEMO && !quem.sandbox) throw refuse(ctx, quem, "demo");
  if (!isRight || quem.usuario === null) throw refuse(ctx, quem, "senha");
  const alguem = { ...quem, usuario: quem.usuario };
  await refuseWhoMayNot(ctx, alguem, tentativa);
  const prova = passkey
    ? await provePasskey(ctx, alguem, passkey)
    : await proveCodigo(ctx, alguem, { codigo: codigo ?? "", tentativa });
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
  const { id, segundoFator, temPasskey } = quem.usuario;
  if (segundoFator === null && !temPasskey) return null;
  if (codigo.trim() === "") {
    await tentativa.giveBack();
    throw temPasskey
      ? new Refusal("passkeyObrigatoria", { campo: "passkey" })
      : new Refusal("codigoObrigatorio", { campo: "codigo" });
  }
  const segredo = segundoFator === null ? null : openSegredo(ctx.cofre, id, segundoFator.selado);
  const depoisDe = segundoFator?.passo ?? 0;
  const prova = readCodigo(codigo, { segredo, depoisDe, agora: machineNow(ctx.clock) });
  if (prova === null) throw refuse(ctx, quem, "codigo");
  return prova;
}

/** A passkey of this user, in place of a code; null for who has no second factor, whatever they sent. */
async function provePasskey(
  ctx: PublicContext,
  quem: Alguem,
  prova: PasskeyProva,
): Promise<"passkey" | null> {
  const { contaId, usuario } = quem;
  if (usuario.segundoFator === null && !usuario.temPasskey) return null;
  const esperada = { contaId, uso: "entrar", usuarioId: null, dono: usuario.id, prova } as const;
  if ((await verifyPasskey(ctx, esperada)) === null) throw refuse(ctx, quem, "passkey");
  return "passkey";
}

async function openSessao(
  ctx: PublicContext,
  quem: Alguem,
  { senha, prova }: { senha: string; prova: Prova | "passkey" | null },
): Promise<string> {
  const { contaId, usuario } = quem;
  const { id: usuarioId, senhaHash } = usuario;
  if (senhaHash === null) throw new Error("a password was right where there is none");
  const agora = ctx.clock.now();
  const novoHash = isHashAntigo(senhaHash) ? await hashSenha(senha) : null;
  const entrou = await ctx.database.withContaSql(contaId, async (sql): Promise<Entrou | Motivo> => {
    if (prova !== null && prova !== "passkey" && !(await spendProva(sql, contaId, { usuarioId, prova })))
      return "codigo";
    const quemEntra = { usuarioId, senhaHash, novoHash, comSegundoFator: prova !== null, agora };
    if (!(await enterUsuario(sql, contaId, quemEntra))) return "senha";
    return await writeSessao(ctx, sql, { contaId, usuario, detalhe: describeVisita(ctx) });
  });
  if (typeof entrou === "string") throw refuse(ctx, quem, entrou);
  ctx.visit.setArquivoToken(entrou.arquivoToken);
  return entrou.token;
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
  return new Refusal(RECUSAS[motivo], motivo === "codigo" || motivo === "passkey" ? { campo: motivo } : {});
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
