import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { planEnvioComToken } from "../envio/envio.rows.ts";
import type { PublicContext } from "../handler.ts";
import { countUsoDaRede } from "../limite/count-rede.ts";
import { countUso } from "../limite/count-uso.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { nameOfEmail } from "./count-cartas.ts";
import { sendConvite } from "./invite-usuario.ts";
import { createUsuarioToken, findTokenVivo } from "./token.rows.ts";
import { lockUsuario, type UsuarioTravado } from "./usuario-cadastro.rows.ts";

const JANELA_MS = 3_600_000;
/**
 * Requests in an hour. rede: of one network. email: about one address from one network, and doTodo from all of them: a request
 * for an address of another user uses up no request of its owner.
 */
const PEDIDOS_MAX = { rede: 30, email: 5, doTodo: 20 } as const;
/** A link that was asked for so short a time ago stays: somebody else's request must not end it while its letter is on its way. */
const HA_POUCO_MS = 5 * 60_000;
/** Users of one address who get an e-mail each: of one conta, and in all. */
const PESSOAS_MAX = { daConta: 10, aoTodo: 50 } as const;
/** Who asks is not known: in the record of acts they are called so. */
const VISITANTE = "Visitante";

/**
 * Takes a request for a new password. Nothing is looked up before the answer is on its way, so that neither its words nor its time tell
 * whether anybody has the address. Beyond what may be asked about one address nothing more is sent, and that is not told either.
 * @throws {Refusal} muitosPedidosSenha of one network
 */
export async function askSenha(ctx: PublicContext, typed: string): Promise<void> {
  const email = typed.trim().toLowerCase();
  const recusa = { janelaMs: JANELA_MS, recusa: "muitosPedidosSenha" } as const;
  await countUsoDaRede(ctx, ctx.visit.ip, { ...recusa, coisa: "senha-rede", max: PEDIDOS_MAX.rede });
  try {
    const coisa = `senha-email:${nameOfEmail(ctx, email)}`;
    await countUsoDaRede(ctx, ctx.visit.ip, { ...recusa, coisa, max: PEDIDOS_MAX.email });
    await countUso(ctx, { ...recusa, chave: coisa, max: PEDIDOS_MAX.doTodo });
  } catch (error) {
    if (error instanceof Refusal) return;
    throw error;
  }
  later(ctx, () => writeCartas(ctx, email));
}

const running = new Set<Promise<void>>();

/** Work that begins once the answer was handed over. What a process loses when it ends is asked for again by the person. */
function later(ctx: PublicContext, work: () => Promise<void>): void {
  const { requestId } = ctx.visit;
  const done = new Promise((resolve) => setImmediate(resolve))
    .then(work)
    .catch((error: unknown) => ctx.log.error({ requestId, err: error }, "um pedido de nova senha se perdeu"))
    .finally(() => running.delete(done));
  running.add(done);
}

/** Waits for the requests that this process has answered and not yet worked off. */
export async function settlePedidosDeSenha(): Promise<void> {
  await Promise.all(running);
}

/** A letter for each user of the address, in its own conta: one cannot tell another of them, nor lose it. */
async function writeCartas(ctx: PublicContext, email: string): Promise<void> {
  const pessoas = await ctx.database.portaria.findPessoasDoEmail(email, PESSOAS_MAX);
  try {
    for (const pessoa of pessoas) {
      await writeCartaDe(ctx, pessoa).catch((error: unknown) => {
        const { contaId, usuarioId } = pessoa;
        const onde = { requestId: ctx.visit.requestId, contaId, usuarioId };
        ctx.log.error({ ...onde, err: error }, "um e-mail de nova senha não pôde ser escrito");
      });
    }
  } finally {
    if (pessoas.length > 0) ctx.wake?.();
  }
}

type Pessoa = { contaId: string; usuarioId: string; sandbox: boolean };

async function writeCartaDe(ctx: PublicContext, { contaId, usuarioId, sandbox }: Pessoa): Promise<void> {
  if (sandbox && ctx.config.sandbox === null) return;
  await ctx.database.withContaSql(contaId, async (sql) => {
    const usuario = await lockUsuario(sql, contaId, usuarioId);
    if (usuario?.ativo) await writeCarta(ctx, sql, { contaId, usuario });
  });
}

type Dono = { contaId: string; usuario: UsuarioTravado };

async function writeCarta(ctx: PublicContext, sql: Sql, { contaId, usuario }: Dono): Promise<void> {
  const { id: usuarioId, ativado, nomeUsuario } = usuario;
  const quando = ctx.clock.now();
  const tipo = ativado ? "senha" : "convite";
  const vivo = await findTokenVivo(sql, contaId, { usuarioId, tipo, agora: quando });
  if (vivo !== null && quando.getTime() - vivo.criadoEm.getTime() < HA_POUCO_MS) return;
  // Who was invited and never came has no password to change: they get their invitation again, for the time that is left of it.
  if (ativado) await sendSenhaNova(ctx, sql, { contaId, usuario });
  else if (vivo === null) return;
  else await sendConvite(ctx, sql, { contaId, usuarioId, convidadoPor: null, ate: vivo.expiraEm });
  const acao = ativado ? "pedir-senha" : "convidar-usuario";
  const quem = { usuarioId: null, usuario: VISITANTE };
  await insertRegistros(sql, contaId, [{ ...quem, quando, acao, alvo: usuarioId, detalhe: nomeUsuario }]);
}

async function sendSenhaNova(ctx: PublicContext, sql: Sql, { contaId, usuario }: Dono): Promise<void> {
  const { id: usuarioId, nome, nomeUsuario, email } = usuario;
  const agora = ctx.clock.now();
  const { id, token, expiraEm } = await createUsuarioToken(sql, contaId, { usuarioId, tipo: "senha", agora });
  await planEnvioComToken(sql, contaId, {
    modelo: "senha-nova",
    ocasiao: `senha-nova ${id}`,
    para: email,
    dados: { usuarioId, nome, nomeUsuario, expiraEm, token },
    agora,
    cofre: ctx.cofre,
  });
}
