import { createHmac } from "node:crypto";
import type { AppContext } from "../../app-context.ts";
import type { Sql } from "../../db/index.ts";
import { deriveChave } from "../../secrets/derive-chave.ts";
import { planEnvioComToken } from "../envio/envio.rows.ts";
import type { PublicContext } from "../handler.ts";
import { countUsoDaRede } from "../limite/count-rede.ts";
import { countUso } from "../limite/count-uso.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { sendConvite } from "./invite-usuario.ts";
import { createUsuarioToken } from "./token.rows.ts";
import { lockUsuario, type UsuarioTravado } from "./usuario-cadastro.rows.ts";

const JANELA_MS = 3_600_000;
/** Requests of one network, and about one address, in an hour. */
const PEDIDOS_MAX = { rede: 30, email: 5 } as const;
/** Users of one address who get a letter each. */
const PESSOAS_MAX = 50;
/** Who asks is not known: in the record of acts they are called so. */
const VISITANTE = "Visitante";

/**
 * Takes a request for a new password. Nothing is looked up before the answer is on its way, so that neither its words nor its time tell
 * whether anybody has the address.
 * @throws {Refusal} muitosPedidosSenha
 */
export async function askSenha(ctx: PublicContext, typed: string): Promise<void> {
  const email = typed.trim().toLowerCase();
  const recusa = { janelaMs: JANELA_MS, recusa: "muitosPedidosSenha" } as const;
  await countUsoDaRede(ctx, ctx.visit.ip, { ...recusa, coisa: "senha-rede", max: PEDIDOS_MAX.rede });
  await countUso(ctx, { ...recusa, chave: `senha-email:${nameOf(ctx, email)}`, max: PEDIDOS_MAX.email });
  later(ctx, () => writeCartas(ctx, email));
}

/** The table of limits says nothing about anybody. */
function nameOf({ config }: AppContext, email: string): string {
  return createHmac("sha256", deriveChave(config.chave, "limite/email")).update(email).digest("base64url");
}

const running = new Set<Promise<void>>();

/** Work that begins once the answer was handed over. What a process loses when it ends is asked for again by the person. */
function later(ctx: PublicContext, work: () => Promise<void>): void {
  const { requestId } = ctx.visit;
  const done = new Promise((resolve) => setImmediate(resolve))
    .then(work)
    .catch((error: unknown) => ctx.log.error({ requestId, err: error }, "um pedido de senha nova se perdeu"))
    .finally(() => running.delete(done));
  running.add(done);
}

/** Waits for the requests that this process has answered and not yet worked off. */
export async function settlePedidosDeSenha(): Promise<void> {
  await Promise.all(running);
}

/** A letter for each user of the address, in its own conta: one cannot tell another of them. */
async function writeCartas(ctx: PublicContext, email: string): Promise<void> {
  const pessoas = await ctx.database.portaria.findPessoasDoEmail(email, PESSOAS_MAX);
  for (const { contaId, usuarioId, sandbox } of pessoas) {
    if (sandbox && ctx.config.sandbox === null) continue;
    await ctx.database.withContaSql(contaId, async (sql) => {
      const usuario = await lockUsuario(sql, contaId, usuarioId);
      if (usuario?.ativo) await writeCarta(ctx, sql, { contaId, usuario });
    });
  }
  if (pessoas.length > 0) ctx.wake?.();
}

type Dono = { contaId: string; usuario: UsuarioTravado };

async function writeCarta(ctx: PublicContext, sql: Sql, { contaId, usuario }: Dono): Promise<void> {
  const { id: usuarioId, ativado, nomeUsuario } = usuario;
  // Who was invited and never came has no password to change.
  if (ativado) await sendSenhaNova(ctx, sql, { contaId, usuario });
  else await sendConvite(ctx, sql, { contaId, usuarioId, convidadoPor: null });
  const acao = ativado ? "pedir-senha" : "convidar-usuario";
  await insertRegistros(sql, contaId, [
    {
      quando: ctx.clock.now(),
      usuarioId: null,
      usuario: VISITANTE,
      acao,
      alvo: usuarioId,
      detalhe: nomeUsuario,
    },
  ]);
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
