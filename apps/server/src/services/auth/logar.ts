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

/** The named user. If there is none, `usuario` is null and `contaId` belongs to no conta. */
type Quem = { contaId: string; sandbox: boolean; usuario: UsuarioEntrada | null };
type Alguem = Quem & { usuario: UsuarioEntrada };

/** The refusal for each reason why a sign-in fails. */
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
 * Signs in. An unknown conta or user, a wrong password and an inactive user take the same steps and get
 * the same answer. The registro entry is written in parallel, so its time is not measurable.
 * @returns the token of the tab that signed in; the cookie carries another, valid for files only
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
    await tentativa.giveBack(); // an uncompared password is no guess
    throw error;
  });
  // Refuse a right password too, so that the answer reveals nothing of the conta; a link replaces
  // that password.
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
  // An unknown conta runs the same query, under an id without rows, so that it takes as long.
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

// A user with the right password is not guessing: give the reason and do not count the attempt.
async function refuseWhoMayNot(ctx: PublicContext, quem: Alguem, tentativa: Tentativa): Promise<void> {
  const isClosed = quem.sandbox && ctx.config.sandbox === null;
  if (quem.usuario.ativo && !isClosed) return;
  await tentativa.giveBack();
  throw refuse(ctx, quem, quem.usuario.ativo ? "sandbox" : "inativo");
}

/** The proof in the code; null for a user without a second factor, whatever the code. */
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

/**
 * Verifies a passkey of this user in place of a code; null for a user without a second factor,
 * whatever was sent.
 */
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
  if (senhaHash === null) throw new Error("a password matched although no hash is stored");
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
 * The refusal to throw. Records it in the conta's registro; the throttle caps that at 40 a day per
 * user. It does not wait for the write, so the response time reveals nothing.
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
