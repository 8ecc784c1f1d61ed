import * as z from "zod/mini";
import { EMPRESAS_DO_USUARIO_MAX, FILTRO_TEXTO_MAX, SENHA_MAX } from "../limits.ts";
import { acknowledged, list, method, one } from "../method.ts";
import { instant } from "../wire.ts";
import { contaWire } from "./conta.ts";
import { email, nomePessoa, nomeUsuario, senhaNova } from "./regras.ts";

/** User, full name and e-mail (spec §9). */
export const USUARIO_ORDERS = ["usuario", "nomeCompleto", "email"] as const;

/** A user as the screens see it; never the password. */
export const usuarioWire = z.object({
  id: z.uuid(),
  nome: z.string(),
  nomeUsuario: z.string(),
  nomeCompleto: z.string(),
  email: z.string(),
  ativo: z.boolean(),
  administrador: z.boolean(),
  ativado: z.boolean(),
  permissaoManifestacao: z.boolean(),
  proprietarioConta: z.boolean(),
  color: z.nullable(z.string()),
  ultimoAcesso: instant,
  /** Whether signing in also asks for a code of an authenticator. */
  segundoFator: z.boolean(),
  /** The only companies whose documents this user sees; null: all of them. */
  empresas: z.nullable(z.array(z.uuid())),
  /** Until when the link of the invitation works; null when none waits. */
  conviteExpiraEm: instant,
});

const token = z.string().check(z.maxLength(FILTRO_TEXTO_MAX));
const id = z.strictObject({ id: z.uuid() });
/** A CSS colour of six digits. */
const color = z.nullable(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, "campoCor")));

/** Only managers say these of somebody; proprietarioConta, ativado and the product's own flag are said by nobody. */
const marcas = {
  administrador: z.optional(z.boolean()),
  permissaoManifestacao: z.optional(z.boolean()),
  ativo: z.optional(z.boolean()),
  empresas: z.optional(z.nullable(z.array(z.uuid()).check(z.maxLength(EMPRESAS_DO_USUARIO_MAX)))),
};

/** Names and address of somebody. */
const pessoa = {
  nome: nomePessoa(),
  nomeUsuario,
  nomeCompleto: nomePessoa(),
  email,
};

/** Who bears a link that came by letter. */
const portador = z.object({
  identificador: z.string(),
  nome: z.string(),
  nomeUsuario: z.string(),
  nomeCompleto: z.string(),
  email: z.string(),
});

const devolvido = z.string().check(z.maxLength(FILTRO_TEXTO_MAX));

/** What the client sends back of {@link portador}; it changes nothing. */
const portadorParam = z.optional(
  z.nullable(
    z.partial(
      z.strictObject({
        ...{ id: z.uuid(), identificador: devolvido, nomeUsuario: devolvido, email: devolvido },
        ...{ nome: devolvido, nomeCompleto: devolvido },
      }),
    ),
  ),
);

/** The same of an invited person, whose own names count. */
const convidadoParam = z.optional(
  z.nullable(
    z.partial(
      z.strictObject({
        ...{ id: z.uuid(), identificador: devolvido, nomeUsuario: devolvido, email: devolvido },
        ...{ nome: nomePessoa(), nomeCompleto: nomePessoa() },
      }),
    ),
  ),
);

/** The main token of the conta; whole only when it is made. */
export const apiTokenWire = z.object({
  /** Its beginning and its end. */
  mascara: z.string(),
  criadoEm: instant,
  criadoPor: z.string(),
  ultimoUso: instant,
});

export const usuarioMethods = {
  "Usuario.getUsuarioAtual": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({}),
    /** `produto`: of the product itself, and sees how all contas are. */
    result: one(z.object({ usuario: usuarioWire, conta: contaWire, produto: z.boolean() })),
  }),
  /** The main one of the conta's tokens; null while none was made. */
  "Usuario.getAPIToken": method({
    access: "manager",
    readOnly: true,
    person: true,
    params: z.strictObject({}),
    result: one(z.nullable(apiTokenWire)),
  }),
  /** Another secret for the main token, or the first; the one before ends at once. */
  "Usuario.setNewAPIToken": method({
    access: "manager",
    readOnly: false,
    recente: "sempre",
    person: true,
    params: z.strictObject({}),
    result: one(z.extend(apiTokenWire, { token: z.string() })),
  }),
  /** Who is no manager sees of the others only who they are: no address, last access, second factor, invitation or companies. */
  "Usuario.getListUsuario": method({
    access: "signedIn",
    readOnly: true,
    person: true,
    params: z.strictObject({ listSearchOrder: z.optional(z.nullable(z.enum(USUARIO_ORDERS))) }),
    result: list(usuarioWire),
  }),
  "Usuario.getUsuario": method({
    access: "self",
    self: "id",
    readOnly: true,
    params: id,
    result: one(usuarioWire),
  }),
  /**
   * Without an id it makes somebody new and sends the invitation. Of one who is there, absent fields stay. `newPassword` is for oneself alone,
   * with `senhaAtual`: other people get a letter. Another address of one's own asks for `senhaAtual` too.
   */
  "Usuario.saveUsuario": method({
    access: "self",
    self: "usuario.id",
    readOnly: false,
    recente: "conforme",
    person: true,
    params: z.strictObject({
      usuario: z.strictObject({
        id: z.optional(z.nullable(z.uuid())),
        ...pessoa,
        color: z.optional(color),
        ...marcas,
      }),
      newPassword: z.optional(z.nullable(senhaNova)),
      senhaAtual: z.optional(z.nullable(z.string().check(z.maxLength(SENHA_MAX)))),
    }),
    fields: {
      "usuario.administrador": "manager",
      "usuario.permissaoManifestacao": "manager",
      "usuario.ativo": "manager",
      "usuario.empresas": "manager",
    },
    result: one(z.object({ id: z.uuid() })),
  }),
  /** The user is deactivated and made anonymous: what was done in their name stays. */
  "Usuario.deleteUsuario": method({
    access: "manager",
    readOnly: false,
    recente: "sempre",
    person: true,
    params: id,
    result: acknowledged,
  }),
  "Usuario.saveColor": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: z.strictObject({ color }),
    result: acknowledged,
  }),
  "Usuario.setAtivo": method({
    access: "manager",
    readOnly: false,
    recente: "sempre",
    person: true,
    params: z.strictObject({ id: z.uuid(), ativo: z.boolean() }),
    result: acknowledged,
  }),
  /** Sends a link for a new password to an address; the answer is the same whoever has it. */
  "Usuario.resetPassword": method({
    access: "public",
    readOnly: false,
    params: z.strictObject({ email }),
    result: acknowledged,
  }),
  "Usuario.loadSetupPassword": method({
    access: "public",
    readOnly: false,
    params: z.strictObject({ resetToken: token }),
    result: one(portador),
  }),
  "Usuario.saveSetupPassword": method({
    access: "public",
    readOnly: false,
    params: z.strictObject({ usuario: portadorParam, resetToken: token, newPassword: senhaNova }),
    result: acknowledged,
  }),
  /** Invites somebody new; with the id of one who has not come yet, sends another letter, which ends the link before it. */
  "Usuario.inviteUsuario": method({
    access: "manager",
    readOnly: false,
    recente: "sempre",
    person: true,
    params: z.strictObject({
      usuario: z.strictObject({
        id: z.optional(z.nullable(z.uuid())),
        ...pessoa,
        color: z.optional(color),
        ...marcas,
      }),
    }),
    result: one(z.object({ id: z.uuid() })),
  }),
  "Usuario.loadInviteUsuario": method({
    access: "public",
    readOnly: false,
    params: z.strictObject({ inviteToken: token }),
    result: one(portador),
  }),
  "Usuario.saveInviteUsuario": method({
    access: "public",
    readOnly: false,
    params: z.strictObject({ usuario: convidadoParam, inviteToken: token, password: senhaNova }),
    result: acknowledged,
  }),
} as const;
