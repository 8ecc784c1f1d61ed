import type { ParsedParamsOf } from "@malote/contract";
import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { hashSenha } from "../../secrets/senha.ts";
import { isSenhaComum } from "../../secrets/senha-comum.ts";
import { confirmSenha } from "../auth/confirm-senha.ts";
import type { SignedInContext } from "../handler.ts";
import { changeCadastro, type Mudado } from "./change-usuario.ts";
import { inviteUsuario, sendConvite } from "./invite-usuario.ts";
import { keepSenha } from "./keep-senha.ts";
import { refuseNomeEmUso } from "./nome-em-uso.ts";
import { listAtos, registerAtos } from "./pessoa-registro.ts";
import { isSameEmail } from "./usuario.rules.ts";

type Pedido = ParsedParamsOf<"Usuario.saveUsuario">;

/**
 * Keeps a user. Without an id it is somebody new, who is invited; `newPassword` is for oneself alone.
 * @returns the user's id
 * @throws {Refusal} for what it lacks or may not; nomeUsuarioEmUso
 */
export async function saveUsuario(ctx: SignedInContext, pedido: Pedido): Promise<string> {
  const { id, ...enviado } = pedido.usuario;
  const { contaId } = ctx.caller;
  const senhaHash = await hashPropria(ctx, pedido);
  if (!id) return await inviteUsuario(ctx, enviado);
  await refuseNomeEmUso(() =>
    ctx.database.withContaSql(contaId, async (sql) => {
      const mudado = await changeCadastro(ctx, sql, { id, enviado });
      if (senhaHash !== null) await changeSenha(ctx, sql, { mudado, senhaHash });
      const reconvidado = await inviteAgain(ctx, sql, mudado);
      const atos = listAtos(mudado);
      if (senhaHash !== null) atos.push({ acao: "trocar-senha", alvo: id, detalhe: null });
      if (reconvidado) atos.push({ acao: "convidar-usuario", alvo: id, detalhe: mudado.novo.email });
      await registerAtos(ctx, sql, atos);
    }),
  );
  return id;
}

/** The hash of a new password of one's own, made before the transaction; null when none was sent. */
async function hashPropria(ctx: SignedInContext, pedido: Pedido): Promise<string | null> {
  const { usuario, newPassword, senhaAtual } = pedido;
  if (newPassword === undefined || newPassword === null) return null;
  if (usuario.id !== ctx.caller.usuarioId) throw new Refusal("usuarioSoProprio", { campo: "newPassword" });
  if (!senhaAtual) throw new Refusal("senhaAtualObrigatoria", { campo: "senhaAtual" });
  if (isSenhaComum(newPassword)) throw new Refusal("senhaComum", { campo: "newPassword" });
  await confirmSenha(ctx, senhaAtual, "senhaAtual");
  return await hashSenha(newPassword);
}

async function changeSenha(
  ctx: SignedInContext,
  sql: Sql,
  { mudado: { atual, novo }, senhaHash }: { mudado: Mudado; senhaHash: string },
): Promise<void> {
  const { contaId, sessaoId } = ctx.caller;
  // The address before: who took the account over changes both at once.
  const usuario = { id: atual.id, nome: novo.nome, nomeUsuario: novo.nomeUsuario, email: atual.email };
  await keepSenha(sql, contaId, { usuario, senhaHash, sessaoId, agora: ctx.clock.now() });
}

/** One who has not come yet and has another address now gets the link there. */
async function inviteAgain(ctx: SignedInContext, sql: Sql, { atual, novo }: Mudado): Promise<boolean> {
  if (atual.ativado || !novo.ativo || isSameEmail(atual.email, novo.email)) return false;
  if (ctx.config.smtp === null) return false;
  const { contaId, nome } = ctx.caller;
  await sendConvite(ctx, sql, { contaId, usuarioId: atual.id, convidadoPor: nome });
  return true;
}
