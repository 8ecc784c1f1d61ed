import { HOUR_MS, MINUTE_MS } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { PublicContext } from "../handler.ts";
import { planOutgoingEmailWithToken } from "../outgoing-email/outgoing-email.rows.ts";
import { countNetworkUse } from "../rate-limit/count-network-use.ts";
import { countUse } from "../rate-limit/count-use.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { createLinkToken, findLiveToken } from "../usuario/link-token.rows.ts";
import { type LockedUsuario, lockUsuario } from "../usuario/usuario-profile.rows.ts";
import { hashOfEmail } from "./count-emails.ts";
import { sendConvite } from "./invite-usuario.ts";

const WINDOW_MS = HOUR_MS;
/**
 * Requests per hour. rede: from one network. email: for one address from one network; doTodo: from all
 * networks. So a stranger's requests for an address do not exhaust those of its owner.
 */
const REQUESTS_MAX = { rede: 30, email: 5, doTodo: 20 } as const;
/**
 * A link this recent is not replaced: another person's request must not end it while its e-mail is in
 * transit.
 */
const RECENT_LINK_MS = 5 * MINUTE_MS;
/** Users with one address who each get an e-mail: per conta, and in total. */
const USUARIOS_PER_EMAIL_MAX = { daConta: 10, aoTodo: 50 } as const;
/** The name in the registro for a requester who is not signed in. */
const VISITOR = "Visitante";

/**
 * Takes a request for a password reset. Looks up nothing before the answer is sent,
 * so that neither its text nor its time reveals whether a user has the address.
 * Beyond the limits for one address it sends nothing and answers the same.
 * @throws {Refusal} muitosPedidosSenha, for one network only
 */
export async function requestPasswordReset(ctx: PublicContext, typed: string): Promise<void> {
  const email = typed.trim().toLowerCase();
  const refusal = { janelaMs: WINDOW_MS, recusa: "muitosPedidosSenha" } as const;
  await countNetworkUse(ctx, ctx.visit.ip, { ...refusal, coisa: "senha-rede", max: REQUESTS_MAX.rede });
  try {
    const coisa = `senha-email:${hashOfEmail(ctx, email)}`;
    await countNetworkUse(ctx, ctx.visit.ip, { ...refusal, coisa, max: REQUESTS_MAX.email });
    await countUse(ctx, { ...refusal, chave: coisa, max: REQUESTS_MAX.doTodo });
  } catch (error) {
    if (error instanceof Refusal) return;
    throw error;
  }
  runAfterAnswer(ctx, () => planEmails(ctx, email));
}

const running = new Set<Promise<void>>();

/** Runs work after the answer is sent. If the process ends first, the user must request it again. */
function runAfterAnswer(ctx: PublicContext, work: () => Promise<void>): void {
  const { requestId } = ctx.visit;
  const done = new Promise((resolve) => setImmediate(resolve))
    .then(work)
    .catch((error: unknown) => ctx.log.error({ requestId, err: error }, "um pedido de nova senha se perdeu"))
    .finally(() => running.delete(done));
  running.add(done);
}

/** Waits for the answered requests that this process is still working on. */
export async function settlePasswordResets(): Promise<void> {
  await Promise.all(running);
}

/**
 * Sends an e-mail to each user of the address, each in its own conta: one failure does not affect the
 * others.
 */
async function planEmails(ctx: PublicContext, email: string): Promise<void> {
  const found = await ctx.database.gatekeeper.findUsersByEmail(email, USUARIOS_PER_EMAIL_MAX);
  try {
    for (const each of found) {
      await planEmailOf(ctx, each).catch((error: unknown) => {
        const { contaId, usuarioId } = each;
        const where = { requestId: ctx.visit.requestId, contaId, usuarioId };
        ctx.log.error({ ...where, err: error }, "um e-mail de nova senha não pôde ser escrito");
      });
    }
  } finally {
    if (found.length > 0) ctx.wake?.();
  }
}

type FoundUsuario = { contaId: string; usuarioId: string; sandbox: boolean };

async function planEmailOf(ctx: PublicContext, { contaId, usuarioId, sandbox }: FoundUsuario): Promise<void> {
  if (sandbox && ctx.config.sandbox === null) return;
  await ctx.database.withConta(contaId, async (db) => {
    const usuario = await lockUsuario(db, contaId, usuarioId);
    if (usuario?.ativo) await planEmail(ctx, db, { contaId, usuario });
  });
}

type LinkOwner = { contaId: string; usuario: LockedUsuario };

async function planEmail(ctx: PublicContext, db: Db, { contaId, usuario }: LinkOwner): Promise<void> {
  const { id: usuarioId, ativado, nomeUsuario } = usuario;
  const quando = ctx.clock.now();
  const tipo = ativado ? "senha" : "convite";
  const live = await findLiveToken(db, contaId, { usuarioId, tipo, now: quando });
  if (live !== null && quando.getTime() - live.criadoEm.getTime() < RECENT_LINK_MS) return;
  // An invited user who never accepted has no password: send the invitation again, with its remaining
  // time.
  if (ativado) await planResetEmail(ctx, db, { contaId, usuario });
  else if (live === null) return;
  else await sendConvite(ctx, db, { contaId, usuarioId, convidadoPor: null, until: live.expiraEm });
  const acao = ativado ? "pedir-senha" : "convidar-usuario";
  const quem = { usuarioId: null, usuario: VISITOR };
  await insertRegistros(db, contaId, [{ ...quem, quando, acao, alvo: usuarioId, detalhe: nomeUsuario }]);
}

async function planResetEmail(ctx: PublicContext, db: Db, { contaId, usuario }: LinkOwner): Promise<void> {
  const { id: usuarioId, nome, nomeUsuario, email } = usuario;
  const now = ctx.clock.now();
  const { id, token, expiraEm } = await createLinkToken(db, contaId, { usuarioId, tipo: "senha", now });
  await planOutgoingEmailWithToken(db, contaId, {
    modelo: "senha-nova",
    ocasiao: `senha-nova ${id}`,
    para: email,
    dados: { usuarioId, nome, nomeUsuario, expiraEm, token },
    now,
    secretBox: ctx.secretBox,
  });
}
