import * as z from "zod/mini";
import { FILTER_TEXT_MAX, PASSWORD_MAX, USUARIO_EMPRESAS_MAX } from "../limits.ts";
import { acknowledged, list, method, one } from "../method.ts";
import { instant } from "../wire.ts";
import { sessionWire } from "./auth.ts";
import { contaWire } from "./conta.ts";
import { passkeyWire } from "./passkey.ts";
import { registroWire } from "./registro.ts";
import { email, newPassword, personName, signInNameRule } from "./rules.ts";

/** User name, full name and e-mail (spec §9). */
export const USUARIO_ORDERS = ["usuario", "nomeCompleto", "email"] as const;

/** A user on the screens, without the password. */
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
  /** Whether sign-in also requires a code of an authenticator. */
  segundoFator: z.boolean(),
  /** The only companies whose documents this user may see; null: all. */
  empresas: z.nullable(z.array(z.uuid())),
  /** The expiry of the invitation's link; null if none is pending. */
  conviteExpiraEm: instant,
});

const token = z.string().check(z.maxLength(FILTER_TEXT_MAX));
const id = z.strictObject({ id: z.uuid() });
/** A CSS colour of six digits. */
const color = z.nullable(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, "campoCor")));

/** Only managers set these; no call sets proprietarioConta, ativado and the product flag. */
const flags = {
  administrador: z.optional(z.boolean()),
  permissaoManifestacao: z.optional(z.boolean()),
  ativo: z.optional(z.boolean()),
  empresas: z.optional(z.nullable(z.array(z.uuid()).check(z.maxLength(USUARIO_EMPRESAS_MAX)))),
};

/** Names and address of a user. */
const person = {
  nome: personName(),
  nomeUsuario: signInNameRule,
  nomeCompleto: personName(),
  email,
};

/** The user whose link is used. */
const linkHolder = z.object({
  identificador: z.string(),
  nome: z.string(),
  nomeUsuario: z.string(),
  nomeCompleto: z.string(),
  email: z.string(),
});

const returnedUsuario = z.string().check(z.maxLength(FILTER_TEXT_MAX));

/** The client's copy of {@link linkHolder}; it changes nothing. */
const linkHolderParam = z.optional(
  z.nullable(
    z.partial(
      z.strictObject({
        ...{
          id: z.uuid(),
          identificador: returnedUsuario,
          nomeUsuario: returnedUsuario,
          email: returnedUsuario,
        },
        ...{ nome: returnedUsuario, nomeCompleto: returnedUsuario },
      }),
    ),
  ),
);

/** The same of an invited user, whose own names are stored. */
const invitedParam = z.optional(
  z.nullable(
    z.partial(
      z.strictObject({
        ...{
          id: z.uuid(),
          identificador: returnedUsuario,
          nomeUsuario: returnedUsuario,
          email: returnedUsuario,
        },
        ...{ nome: personName(), nomeCompleto: personName() },
      }),
    ),
  ),
);

/** The main token of the conta; complete only when created. */
export const apiTokenWire = z.object({
  /** Its first and last characters. */
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
    /** `produto`: an operator of the product, who sees the status of all contas. */
    result: one(z.object({ usuario: usuarioWire, conta: contaWire, produto: z.boolean() })),
  }),
  /** The main token of the conta; null if none was created. */
  "Usuario.getAPIToken": method({
    access: "manager",
    readOnly: true,
    person: true,
    params: z.strictObject({}),
    result: one(z.nullable(apiTokenWire)),
  }),
  /** A new secret for the main token, or its first one; the previous one expires at once. */
  "Usuario.setNewAPIToken": method({
    access: "manager",
    readOnly: false,
    recente: "sempre",
    person: true,
    params: z.strictObject({}),
    result: one(z.extend(apiTokenWire, { token: z.string() })),
  }),
  /** A caller who is no manager sees only the names of others: no address, last access, second factor,
   * invitation or companies. */
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
  /** Without an id, creates a user and sends the invitation. Absent fields of an existing user do not
   * change. `newPassword` is for oneself only, with `senhaAtual`; others get an e-mail. A new address of
   * one's own also needs `senhaAtual`. */
  "Usuario.saveUsuario": method({
    access: "self",
    self: "usuario.id",
    readOnly: false,
    recente: "conforme",
    person: true,
    params: z.strictObject({
      usuario: z.strictObject({
        id: z.optional(z.nullable(z.uuid())),
        ...person,
        color: z.optional(color),
        ...flags,
      }),
      newPassword: z.optional(z.nullable(newPassword)),
      senhaAtual: z.optional(z.nullable(z.string().check(z.maxLength(PASSWORD_MAX)))),
    }),
    fields: {
      "usuario.administrador": "manager",
      "usuario.permissaoManifestacao": "manager",
      "usuario.ativo": "manager",
      "usuario.empresas": "manager",
    },
    result: one(z.object({ id: z.uuid() })),
  }),
  /** The user is deactivated and anonymized: records of their acts remain. */
  "Usuario.deleteUsuario": method({
    access: "manager",
    readOnly: false,
    recente: "sempre",
    person: true,
    params: id,
    result: acknowledged,
  }),
  /** What is stored about the caller: the profile, means of access, and the caller's acts, newest first, a
   * thousand at a time. `proximo`: the `antesDe` of the next thousand; null: no more.
   * @source LGPD, art. 18 */
  "Usuario.getMeusDados": method({
    access: "signedIn",
    readOnly: true,
    recente: "sempre",
    person: true,
    params: z.strictObject({ antesDe: z.optional(z.nullable(z.int().check(z.positive()))) }),
    result: one(
      z.object({
        usuario: usuarioWire,
        sessoes: z.array(sessionWire),
        passkeys: z.array(passkeyWire),
        tokens: z.array(z.object({ nome: z.string(), criadoEm: instant, revogadoEm: instant })),
        visoes: z.array(z.object({ lista: z.string(), nome: z.string(), busca: z.string() })),
        atos: z.array(registroWire),
        proximo: z.nullable(z.int()),
      }),
    ),
  }),
  /** Ends the caller's access and erases the caller's personal data, as `deleteUsuario` does. `nomeUsuario`:
   * the caller's own, as a confirmation. */
  "Usuario.deleteMeusDados": method({
    access: "signedIn",
    readOnly: false,
    recente: "sempre",
    person: true,
    params: z.strictObject({ nomeUsuario: token }),
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
  /** Sends a link for a new password to an address; the response is the same for unknown addresses. */
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
    result: one(linkHolder),
  }),
  "Usuario.saveSetupPassword": method({
    access: "public",
    readOnly: false,
    params: z.strictObject({ usuario: linkHolderParam, resetToken: token, newPassword: newPassword }),
    result: acknowledged,
  }),
  /** Invites a new user; with the id of a user who has not yet accepted, sends another e-mail, which
   * invalidates the earlier link. */
  "Usuario.inviteUsuario": method({
    access: "manager",
    readOnly: false,
    recente: "sempre",
    person: true,
    params: z.strictObject({
      usuario: z.strictObject({
        id: z.optional(z.nullable(z.uuid())),
        ...person,
        color: z.optional(color),
        ...flags,
      }),
    }),
    result: one(z.object({ id: z.uuid() })),
  }),
  "Usuario.loadInviteUsuario": method({
    access: "public",
    readOnly: false,
    params: z.strictObject({ inviteToken: token }),
    result: one(linkHolder),
  }),
  "Usuario.saveInviteUsuario": method({
    access: "public",
    readOnly: false,
    params: z.strictObject({ usuario: invitedParam, inviteToken: token, password: newPassword }),
    result: acknowledged,
  }),
} as const;
