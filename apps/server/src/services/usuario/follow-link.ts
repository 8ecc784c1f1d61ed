import type { MensagemKey } from "@malote/contract";
import type { PortadorAchado, Sql } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { hashSenha } from "../../secrets/senha.ts";
import { hashToken } from "../../secrets/token.ts";
import { forgiveEntrada } from "../auth/freio.ts";
import type { PublicContext } from "../handler.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { refuseSenhaFacil } from "./check-senha.ts";
import { keepSenha } from "./keep-senha.ts";
import { revokeTokens, spendToken, type TipoToken } from "./token.rows.ts";
import { lockUsuario, setNomes, setSenha, type UsuarioTravado } from "./usuario-cadastro.rows.ts";

/** The refusal of every invalid link, whatever the reason. */
const RECUSAS: Record<TipoToken, MensagemKey> = {
  senha: "tokenSenhaInvalido",
  convite: "tokenConviteInvalido",
};
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export type Link = { tipo: TipoToken; token: string };

/**
 * Finds the user of a link without consuming it.
 * @throws {Refusal} tokenSenhaInvalido or tokenConviteInvalido: unknown, expired, used, replaced by a
 * newer one, or of a user who may not sign in
 */
export async function findPortador(ctx: PublicContext, { tipo, token }: Link): Promise<PortadorAchado> {
  const agora = ctx.clock.now();
  const found = TOKEN.test(token)
    ? await ctx.database.portaria.findLink(hashToken(token), { tipo, agora })
    : null;
  if (found === null || (found.sandbox && ctx.config.sandbox === null)) throw new Refusal(RECUSAS[tipo]);
  return found;
}

/**
 * The user's input on the page of a link. campo: the password's form field. nomes: of an invited user.
 */
export type Escolha = {
  senha: string;
  campo: string;
  nomes?: { nome?: string | undefined; nomeCompleto?: string | undefined } | undefined;
};

/**
 * Consumes a link and sets a password. Resets the throttle counters of the account.
 * A password reset also ends all the user's sessions.
 * @throws {Refusal} as {@link findPortador}; senhaComum or senhaPessoal, and then the link stays valid
 */
export async function followLink(ctx: PublicContext, link: Link, escolha: Escolha): Promise<void> {
  const portador = await findPortador(ctx, link);
  const { contaId, usuarioId, identificador } = portador;
  const { senha, campo } = escolha;
  await refuseSenhaFacil(ctx, { contaId, usuarioId, senha, campo });
  const senhaHash = await hashSenha(senha);
  const usuario = await ctx.database.withContaSql(contaId, async (sql) => {
    const locked = await lockUsuario(sql, contaId, usuarioId);
    const agora = ctx.clock.now();
    const isRight = locked?.ativo && locked.ativado === (link.tipo === "senha");
    if (!isRight || !(await spendToken(sql, contaId, { ...link, usuarioId, agora }))) {
      throw new Refusal(RECUSAS[link.tipo]);
    }
    if (link.tipo === "senha") {
      await keepSenha(sql, contaId, { usuario: locked, senhaHash, sessaoId: null, agora });
    } else await welcome(sql, contaId, { usuario: locked, senhaHash, nomes: escolha.nomes });
    await register(sql, contaId, { usuario: locked, tipo: link.tipo, agora });
    return locked;
  });
  await forgiveEntrada(ctx, { identificador, nomeUsuario: usuario.nomeUsuario });
}

type Chegada = Pick<Escolha, "nomes"> & { usuario: UsuarioTravado; senhaHash: string };

/** Activates an invited user. */
async function welcome(sql: Sql, contaId: string, { usuario, senhaHash, nomes }: Chegada): Promise<void> {
  const { id } = usuario;
  await setSenha(sql, contaId, { id, senhaHash, porLink: true });
  await revokeTokens(sql, contaId, { usuarioId: id });
  const nome = nomes?.nome?.trim() ?? usuario.nome;
  const nomeCompleto = nomes?.nomeCompleto?.trim() ?? usuario.nomeCompleto;
  await setNomes(sql, contaId, { id, nome, nomeCompleto });
}

type Feito = { usuario: UsuarioTravado; tipo: TipoToken; agora: Date };

async function register(sql: Sql, contaId: string, { usuario, tipo, agora }: Feito): Promise<void> {
  const acao = tipo === "senha" ? "trocar-senha" : "aceitar-convite";
  const { id, nomeCompleto, nomeUsuario } = usuario;
  await insertRegistros(sql, contaId, [
    { quando: agora, usuarioId: id, usuario: nomeCompleto, acao, alvo: id, detalhe: nomeUsuario },
  ]);
}
