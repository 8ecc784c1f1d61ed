import type { MessageKey } from "@malote/contract";
import type { Db, LinkHolder } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { hashPassword } from "../../secrets/password.ts";
import { hashToken } from "../../secrets/token.ts";
import { forgiveSignIn } from "../auth/throttle-sign-in.ts";
import type { PublicContext } from "../handler.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { type LinkKind, revokeTokens, spendToken } from "../usuario/link-token.rows.ts";
import { type LockedUsuario, lockUsuario, setNames, setPassword } from "../usuario/usuario-profile.rows.ts";
import { refuseWeakPassword } from "./refuse-weak-password.ts";
import { savePassword } from "./save-password.ts";

/** The refusal of every invalid link, whatever the reason. */
const REFUSALS: Record<LinkKind, MessageKey> = {
  senha: "tokenSenhaInvalido",
  convite: "tokenConviteInvalido",
};
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export type Link = { tipo: LinkKind; token: string };

/**
 * Finds the user of a link without consuming it.
 * @throws {Refusal} tokenSenhaInvalido or tokenConviteInvalido: unknown, expired, used, replaced by a
 * newer one, or of a user who may not sign in
 */
export async function findLinkHolder(ctx: PublicContext, { tipo, token }: Link): Promise<LinkHolder> {
  const now = ctx.clock.now();
  const found = TOKEN.test(token)
    ? await ctx.database.gatekeeper.findLink(hashToken(token), { tipo, now })
    : null;
  if (found === null || (found.sandbox && ctx.config.sandbox === null)) throw new Refusal(REFUSALS[tipo]);
  return found;
}

/**
 * The user's input on the page of a link. campo: the password's form field. nomes: of an invited user.
 */
export type LinkInput = {
  senha: string;
  campo: string;
  nomes?: { nome?: string | undefined; nomeCompleto?: string | undefined } | undefined;
};

/**
 * Consumes a link and sets a password. Resets the throttle counters of the account.
 * A password reset also ends all the user's sessions.
 * @throws {Refusal} as {@link findLinkHolder}; senhaComum or senhaPessoal, and then the link stays valid
 */
export async function followLink(ctx: PublicContext, link: Link, input: LinkInput): Promise<void> {
  const holder = await findLinkHolder(ctx, link);
  const { contaId, usuarioId, identificador } = holder;
  const { senha, campo } = input;
  await refuseWeakPassword(ctx, { contaId, usuarioId, senha, campo });
  const senhaHash = await hashPassword(senha);
  const usuario = await ctx.database.withConta(contaId, async (db) => {
    const locked = await lockUsuario(db, contaId, usuarioId);
    const now = ctx.clock.now();
    const isRight = locked?.ativo && locked.ativado === (link.tipo === "senha");
    if (!isRight || !(await spendToken(db, contaId, { ...link, usuarioId, now }))) {
      throw new Refusal(REFUSALS[link.tipo]);
    }
    if (link.tipo === "senha") {
      await savePassword(db, contaId, { usuario: locked, senhaHash, sessaoId: null, now });
    } else await activateUsuario(db, contaId, { usuario: locked, senhaHash, nomes: input.nomes });
    await recordEntry(db, contaId, { usuario: locked, tipo: link.tipo, now });
    return locked;
  });
  await forgiveSignIn(ctx, { identificador, nomeUsuario: usuario.nomeUsuario });
}

type Activation = Pick<LinkInput, "nomes"> & { usuario: LockedUsuario; senhaHash: string };

/** Activates an invited user. */
async function activateUsuario(
  db: Db,
  contaId: string,
  { usuario, senhaHash, nomes }: Activation,
): Promise<void> {
  const { id } = usuario;
  await setPassword(db, contaId, { id, senhaHash, porLink: true });
  await revokeTokens(db, contaId, { usuarioId: id });
  const nome = nomes?.nome?.trim() ?? usuario.nome;
  const nomeCompleto = nomes?.nomeCompleto?.trim() ?? usuario.nomeCompleto;
  await setNames(db, contaId, { id, nome, nomeCompleto });
}

type FollowedLink = { usuario: LockedUsuario; tipo: LinkKind; now: Date };

async function recordEntry(db: Db, contaId: string, { usuario, tipo, now }: FollowedLink): Promise<void> {
  const acao = tipo === "senha" ? "trocar-senha" : "aceitar-convite";
  const { id, nomeCompleto, nomeUsuario } = usuario;
  await insertRegistros(db, contaId, [
    { quando: now, usuarioId: id, usuario: nomeCompleto, acao, alvo: id, detalhe: nomeUsuario },
  ]);
}
