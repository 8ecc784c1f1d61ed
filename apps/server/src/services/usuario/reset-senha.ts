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
 * Requests per hour. rede: from one network. email: for one address from one network; doTodo: from all
 * networks. So a stranger's requests for an address do not exhaust those of its owner.
 */
const PEDIDOS_MAX = { rede: 30, email: 5, doTodo: 20 } as const;
/**
 * A link this recent is not replaced: another person's request must not end it while its e-mail is in
 * transit.
 */
const HA_POUCO_MS = 5 * 60_000;
/** Users with one address who each get an e-mail: per conta, and in total. */
const PESSOAS_MAX = { daConta: 10, aoTodo: 50 } as const;
/** The name in the registro for a requester who is not signed in. */
const VISITANTE = "Visitante";

/**
 * Takes a request for a password reset. Looks up nothing before the answer is sent,
 * so that neither its text nor its time reveals whether a user has the address.
 * Beyond the limits for one address it sends nothing and answers the same.
 * @throws {Refusal} muitosPedidosSenha, for one network only
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

/** Runs work after the answer is sent. If the process ends first, the user must request it again. */
function later(ctx: PublicContext, work: () => Promise<void>): void {
  const { requestId } = ctx.visit;
  const done = new Promise((resolve) => setImmediate(resolve))
    .then(work)
    .catch((error: unknown) => ctx.log.error({ requestId, err: error }, "um pedido de nova senha se perdeu"))
    .finally(() => running.delete(done));
  running.add(done);
}

/** Waits for the answered requests that this process is still working on. */
export async function settlePedidosDeSenha(): Promise<void> {
  await Promise.all(running);
}

/**
 * Sends an e-mail to each user of the address, each in its own conta: one failure does not affect the
 * others.
 */
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
  // An invited user who never accepted has no password: send the invitation again, with its remaining
  // time.
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
