import type { ParsedParamsOf } from "@malote/contract";
import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { hashSenha } from "../../secrets/senha.ts";
import { confirmSenha } from "../auth/confirm-senha.ts";
import { demandRecente } from "../auth/demand-recente.ts";
import { Unauthorized } from "../auth/unauthorized.ts";
import type { SignedInContext } from "../handler.ts";
import { changeCadastro, type Mudado } from "./change-usuario.ts";
import { refuseSenhaFacil } from "./check-senha.ts";
import { countCarta } from "./count-cartas.ts";
import { inviteUsuario, sendConvite } from "./invite-usuario.ts";
import { keepSenha } from "./keep-senha.ts";
import { refuseNomeEmUso } from "./nome-em-uso.ts";
import { type Ato, listAtos, registerAtos } from "./pessoa-registro.ts";
import { findUsuario } from "./usuario.rows.ts";
import { changesAcesso, isSameEmail, maskEmail } from "./usuario.rules.ts";
import { hasSessao } from "./usuario-cadastro.rows.ts";

type Pedido = ParsedParamsOf<"Usuario.saveUsuario">;

/**
 * Results of the steps before the transaction. comparada: the stored hash that the caller's own
 * password matched.
 */
type Preparo = { trocaEmail: boolean; comparada: string | null; senhaHash: string | null };

/**
 * Saves a user. Without an id it invites a new one; `newPassword` is only for the caller.
 * @returns the user's id
 * @throws {Refusal} for invalid or forbidden input; nomeUsuarioEmUso; reautenticacaoNecessaria for a
 * new user or a change by {@link changesAcesso}, unless the caller's password is sent too
 * @throws {Unauthorized} when the session ended while the password was being compared
 */
export async function saveUsuario(ctx: SignedInContext, pedido: Pedido): Promise<string> {
  const { id, ...enviado } = pedido.usuario;
  if (!id) demandRecente(ctx);
  const preparo = await prepare(ctx, pedido);
  if (!id) return await inviteUsuario(ctx, enviado);
  await refuseNomeEmUso(() =>
    ctx.database.withContaSql(ctx.caller.contaId, async (sql) => {
      const mudado = await changeCadastro(ctx, sql, { id, enviado });
      if (preparo.comparada === null && changesAcesso(mudado)) demandRecente(ctx);
      await refuseTardio(ctx, sql, { mudado, preparo });
      await registerAtos(ctx, sql, await followSave(ctx, sql, { mudado, preparo }));
    }),
  );
  return id;
}

/**
 * Verifies the password, hashes the new one and counts the e-mail about an address change, outside any
 * transaction.
 */
async function prepare(ctx: SignedInContext, pedido: Pedido): Promise<Preparo> {
  const { usuario, newPassword, senhaAtual } = pedido;
  const { contaId, usuarioId } = ctx.caller;
  const nova = newPassword ?? null;
  const propria = usuario.id === usuarioId;
  if (nova !== null && !propria) throw new Refusal("usuarioSoProprio", { campo: "newPassword" });
  const { id } = usuario;
  const antes = id ? await ctx.database.withConta(contaId, (db) => findUsuario(db, contaId, id)) : null;
  const trocaEmail = antes !== null && !isSameEmail(antes.email, usuario.email.trim());
  const comparada =
    propria && (nova !== null || trocaEmail) ? await proveSenha(ctx, { senhaAtual, nova }) : null;
  if (antes !== null && trocaEmail) {
    const para = antes.ativado ? antes.email : usuario.email;
    await countCarta(ctx, { para, recusa: "muitosPedidosSenha" });
  }
  return { trocaEmail, comparada, senhaHash: nova === null ? null : await hashSenha(nova) };
}

type Prova = { senhaAtual: string | null | undefined; nova: string | null };

async function proveSenha(ctx: SignedInContext, { senhaAtual, nova }: Prova): Promise<string> {
  if (!senhaAtual) throw new Refusal("senhaAtualObrigatoria", { campo: "senhaAtual" });
  const { contaId, usuarioId } = ctx.caller;
  if (nova !== null) {
    await refuseSenhaFacil(ctx, { contaId, usuarioId, senha: nova, campo: "newPassword" });
  }
  return await confirmSenha(ctx, senhaAtual, "senhaAtual");
}

type Salvo = { mudado: Mudado; preparo: Preparo };

/** With the user's row locked: checks that the results of {@link prepare} still apply. */
async function refuseTardio(ctx: SignedInContext, sql: Sql, { mudado, preparo }: Salvo): Promise<void> {
  const { atual, novo } = mudado;
  const { trocaEmail, comparada } = preparo;
  // A concurrent change of the address: this request's e-mail was not counted, nor its password
  // verified.
  if (!trocaEmail && !isSameEmail(atual.email, novo.email)) {
    throw new Refusal("muitosPedidosSenha", { values: { minutos: 1 } });
  }
  if (comparada === null) return;
  const { contaId, sessaoId, usuarioId } = ctx.caller;
  if (!(await hasSessao(sql, contaId, { id: sessaoId, usuarioId, agora: ctx.clock.now() }))) {
    throw new Unauthorized();
  }
  if (atual.senhaHash !== comparada) throw new Refusal("senhaAtualErrada", { campo: "senhaAtual" });
}

/** Applies the rest of a save (password, invitation); returns all its registro entries. */
async function followSave(ctx: SignedInContext, sql: Sql, { mudado, preparo }: Salvo): Promise<Ato[]> {
  const { atual, novo } = mudado;
  const atos: Ato[] = listAtos(mudado);
  const { senhaHash } = preparo;
  if (senhaHash !== null) {
    await changeSenha(ctx, sql, { mudado, senhaHash });
    atos.push({ acao: "trocar-senha", alvo: atual.id, detalhe: novo.nomeUsuario });
  }
  if (await inviteAgain(ctx, sql, mudado)) {
    const detalhe = `${novo.nomeUsuario}: ${maskEmail(novo.email)}`;
    atos.push({ acao: "convidar-usuario", alvo: atual.id, detalhe });
  }
  return atos;
}

async function changeSenha(
  ctx: SignedInContext,
  sql: Sql,
  { mudado: { atual, novo }, senhaHash }: { mudado: Mudado; senhaHash: string },
): Promise<void> {
  const { contaId, sessaoId } = ctx.caller;
  // Notify the previous address: an attacker who took the account over changes both at once.
  const usuario = { id: atual.id, nome: novo.nome, nomeUsuario: novo.nomeUsuario, email: atual.email };
  await keepSenha(sql, contaId, { usuario, senhaHash, sessaoId, agora: ctx.clock.now() });
}

/** Sends the invitation to the new address of a user who has not accepted yet. */
async function inviteAgain(ctx: SignedInContext, sql: Sql, { atual, novo }: Mudado): Promise<boolean> {
  if (atual.ativado || !novo.ativo || isSameEmail(atual.email, novo.email)) return false;
  if (ctx.config.smtp === null) return false;
  const { contaId, nome } = ctx.caller;
  await sendConvite(ctx, sql, { contaId, usuarioId: atual.id, convidadoPor: nome });
  return true;
}
