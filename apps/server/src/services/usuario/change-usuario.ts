import type { Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { endApiTokens } from "../api-token/end-api-tokens.ts";
import { planEnvio } from "../envio/envio.rows.ts";
import type { SignedInContext } from "../handler.ts";
import type { Ato } from "./pessoa-registro.ts";
import { revokeTokens } from "./token.rows.ts";
import {
  applyCadastro,
  type Cadastro,
  type CadastroEnviado,
  isSameEmail,
  maskEmail,
  refuseMudanca,
} from "./usuario.rules.ts";
import { countEmpresas, lockUsuario, type UsuarioTravado, updateUsuario } from "./usuario-cadastro.rows.ts";

/** A user before and after a change. revogado: registro entries for the API tokens that it revoked. */
export type Mudado = { atual: UsuarioTravado; novo: Cadastro; revogado: readonly Ato[] };

/**
 * Changes a user's profile, if the caller may.
 * @throws {Refusal} usuarioNaoEncontrado; the refusals of {@link refuseMudanca}; empresaNaoEncontrada
 */
export async function changeCadastro(
  ctx: SignedInContext,
  sql: Sql,
  { id, enviado }: { id: string; enviado: CadastroEnviado },
): Promise<Mudado> {
  const { contaId } = ctx.caller;
  const atual = await lockUsuario(sql, contaId, id);
  if (atual === null) throw new Refusal("usuarioNaoEncontrado");
  const novo = applyCadastro(atual, enviado);
  refuseMudanca({ quem: ctx.caller, atual, novo });
  if (enviado.empresas !== undefined) await refuseEmpresasAlheias(sql, contaId, novo.empresas);
  await updateUsuario(sql, contaId, { id, cadastro: novo, comEmpresas: enviado.empresas !== undefined });
  const revogado = losesTokens(atual, novo) ? await endApiTokens(ctx, sql, atual) : [];
  await followMudanca(ctx, sql, { atual, novo });
  return { atual, novo, revogado };
}

/** API tokens require an active manager: a user who stops being one loses them. */
function losesTokens(atual: UsuarioTravado, novo: Cadastro): boolean {
  return (atual.ativo && !novo.ativo) || (atual.administrador && !novo.administrador);
}

/** @throws {Refusal} empresaNaoEncontrada when an empresa is not of the conta */
export async function refuseEmpresasAlheias(
  sql: Sql,
  contaId: string,
  empresas: readonly string[] | null,
): Promise<void> {
  if (empresas === null || empresas.length === 0) return;
  if ((await countEmpresas(sql, contaId, empresas)) < empresas.length) {
    throw new Refusal("empresaNaoEncontrada", { campo: "usuario.empresas" });
  }
}

/**
 * Revokes links sent to a replaced address or to a user made inactive.
 * Notifies the previous address that it was replaced.
 */
async function followMudanca(
  ctx: SignedInContext,
  sql: Sql,
  { atual, novo }: Omit<Mudado, "revogado">,
): Promise<void> {
  const { contaId, usuarioId } = ctx.caller;
  const emailMudou = !isSameEmail(atual.email, novo.email);
  if (emailMudou || !novo.ativo) await revokeTokens(sql, contaId, { usuarioId: atual.id });
  if (!emailMudou || !atual.ativado) return;
  const agora = ctx.clock.now();
  await planEnvio(sql, contaId, {
    modelo: "email-trocado",
    ocasiao: `email-trocado ${atual.id} ${agora.toISOString()}`,
    para: atual.email,
    dados: {
      usuarioId: atual.id,
      nome: novo.nome,
      nomeUsuario: novo.nomeUsuario,
      quando: agora,
      emailNovo: maskEmail(novo.email),
      propria: atual.id === usuarioId,
    },
    agora,
  });
}
