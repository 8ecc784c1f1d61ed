import { USUARIOS_MAX } from "@malote/contract";
import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { planEnvioComToken } from "../envio/envio.rows.ts";
import type { SignedInContext } from "../handler.ts";
import { changeCadastro, refuseEmpresasAlheias } from "./change-usuario.ts";
import { countCarta } from "./count-cartas.ts";
import { refuseNomeEmUso } from "./nome-em-uso.ts";
import { type Ato, listAtos, registerAtos } from "./pessoa-registro.ts";
import { createUsuarioToken } from "./token.rows.ts";
import {
  applyCadastro,
  type CadastroEnviado,
  describeNovo,
  maskEmail,
  normalizeNome,
  refuseGerenteRestrito,
} from "./usuario.rules.ts";
import { countUsuarios, insertUsuario, lockPessoas, lockUsuario } from "./usuario-cadastro.rows.ts";

/** The user to invite: a new one, or, by id, one who has not accepted yet. */
export type Convidado = CadastroEnviado & { id?: string | null | undefined };

/**
 * Invites a user. The user and the invitation e-mail are written in one transaction, both or neither.
 * @returns the user's id
 * @throws {Refusal} conviteNaoEnviado without an SMTP server or for an inactive user; usuarioJaAtivado,
 * usuariosDemais, nomeUsuarioEmUso, muitosConvites
 */
export async function inviteUsuario(ctx: SignedInContext, convidado: Convidado): Promise<string> {
  const { contaId } = ctx.caller;
  if (ctx.config.smtp === null) throw new Refusal("conviteNaoEnviado");
  await countCarta(ctx, { para: convidado.email, recusa: "muitosConvites" });
  return await refuseNomeEmUso(() =>
    ctx.database.withContaSql(contaId, async (sql) => {
      const { id, atos } = await writeConvidado(ctx, sql, convidado);
      await sendConvite(ctx, sql, { contaId, usuarioId: id, convidadoPor: ctx.caller.nome });
      const detalhe = `${normalizeNome(convidado.nomeUsuario)}: ${maskEmail(convidado.email.trim())}`;
      atos.push({ acao: "convidar-usuario", alvo: id, detalhe });
      await registerAtos(ctx, sql, atos);
      return id;
    }),
  );
}

async function writeConvidado(
  ctx: SignedInContext,
  sql: Sql,
  { id, ...enviado }: Convidado,
): Promise<{ id: string; atos: Ato[] }> {
  if (id) return { id, atos: listAtos(await changeCadastro(ctx, sql, { id, enviado })) };
  const { contaId } = ctx.caller;
  const novo = applyCadastro(null, enviado);
  refuseGerenteRestrito(novo, false);
  await lockPessoas(sql, contaId);
  if ((await countUsuarios(sql, contaId)) >= USUARIOS_MAX) {
    throw new Refusal("usuariosDemais", { values: { limite: USUARIOS_MAX } });
  }
  await refuseEmpresasAlheias(sql, contaId, novo.empresas);
  const criado = await insertUsuario(sql, contaId, { ...novo, agora: ctx.clock.now() });
  return { id: criado, atos: [{ acao: "criar-usuario", alvo: criado, detalhe: describeNovo(novo) }] };
}

/** convidadoPor: null if the user requested the link. ate: its expiry, if earlier than usual. */
type Convite = { contaId: string; usuarioId: string; convidadoPor: string | null; ate?: Date | undefined };

/**
 * Creates the link of a user who has not accepted yet and queues its e-mail; the previous link ends.
 * The owner of a conta gets the e-mail for a new conta.
 * @throws {Refusal} usuarioJaAtivado; conviteNaoEnviado for an inactive user
 */
export async function sendConvite(
  ctx: Pick<SignedInContext, "clock" | "cofre">,
  sql: Sql,
  { contaId, usuarioId, convidadoPor, ate }: Convite,
): Promise<void> {
  const usuario = await lockUsuario(sql, contaId, usuarioId);
  if (usuario === null) throw new Refusal("usuarioNaoEncontrado");
  if (usuario.ativado) throw new Refusal("usuarioJaAtivado");
  if (!usuario.ativo) throw new Refusal("conviteNaoEnviado", { campo: "usuario.ativo" });
  const agora = ctx.clock.now();
  const { nome, nomeUsuario, email: para } = usuario;
  const link = { usuarioId, tipo: "convite", agora, ate } as const;
  const { id, token, expiraEm } = await createUsuarioToken(sql, contaId, link);
  const dados = { usuarioId, nome, nomeUsuario, expiraEm, token };
  const envio = { ocasiao: `convite ${id}`, para, agora, cofre: ctx.cofre };
  if (usuario.proprietarioConta) {
    await planEnvioComToken(sql, contaId, { ...envio, modelo: "conta-nova", dados });
  } else {
    await planEnvioComToken(sql, contaId, { ...envio, modelo: "convite", dados: { ...dados, convidadoPor } });
  }
}
