import type { USUARIO_ORDERS } from "@malote/contract";
import { compareText, foldName } from "@malote/syntax";
import { Refusal } from "../../errors.ts";

/**
 * The editable profile of a user. empresas: the only ones whose documents the user sees; null = all.
 */
export type Profile = {
  nome: string;
  nomeUsuario: string;
  nomeCompleto: string;
  email: string;
  color: string | null;
  ativo: boolean;
  administrador: boolean;
  permissaoManifestacao: boolean;
  empresas: readonly string[] | null;
};

/** The fields that a form sends; absent ones keep their value. */
export type SentProfile = Pick<Profile, "nome" | "nomeUsuario" | "nomeCompleto" | "email"> & {
  [K in "color" | "ativo" | "administrador" | "permissaoManifestacao" | "empresas"]?: Profile[K] | undefined;
};

/** Defaults for a new user. */
const DEFAULTS = {
  color: null,
  ativo: true,
  administrador: false,
  permissaoManifestacao: false,
  empresas: null,
} as const;

/** Applies a form to a profile. current: the stored profile; null for a new user. */
export function applyProfile(current: Profile | null, sent: SentProfile): Profile {
  const { color, ativo, administrador, permissaoManifestacao, empresas } = { ...DEFAULTS, ...current };
  return {
    nome: sent.nome.trim(),
    nomeUsuario: normalizeUserName(sent.nomeUsuario),
    nomeCompleto: sent.nomeCompleto.trim(),
    email: sent.email.trim(),
    color: sent.color === undefined ? color : sent.color,
    ativo: sent.ativo ?? ativo,
    administrador: sent.administrador ?? administrador,
    permissaoManifestacao: sent.permissaoManifestacao ?? permissaoManifestacao,
    empresas: sent.empresas === undefined ? empresas : uniqueOf(sent.empresas),
  };
}

/** A user name as it is stored and compared. */
export function normalizeUserName(nomeUsuario: string): string {
  return nomeUsuario.trim().toLowerCase();
}

function uniqueOf(ids: readonly string[] | null): readonly string[] | null {
  return ids && [...new Set(ids.map((id) => id.toLowerCase()))].sort();
}

/** A change of one user by another. */
export type ProfileEdit = {
  /** The caller. */
  caller: { usuarioId: string };
  current: Profile & { id: string; proprietarioConta: boolean };
  updated: Profile;
};

/**
 * Refuses the removal of flags of the owner and of the caller.
 * An administrator may change all other fields of any user.
 * @throws {Refusal} acessoRestrito with the field; usuarioGerenteRestrito
 */
export function refuseEdit({ caller, current, updated }: ProfileEdit): void {
  const [lost] = (["ativo", "administrador"] as const).filter((flag) => current[flag] && !updated[flag]);
  const isFixed = current.proprietarioConta || current.id === caller.usuarioId;
  if (isFixed && lost !== undefined) throw new Refusal("acessoRestrito", { campo: `usuario.${lost}` });
  refuseRestrictedManager(updated, current.proprietarioConta);
}

/**
 * Refuses to delete or deactivate the owner or the caller.
 * @throws {Refusal} usuarioProprietario, usuarioProprio
 */
export function refuseProtected(
  caller: ProfileEdit["caller"],
  current: { id: string; proprietarioConta: boolean },
): void {
  if (current.proprietarioConta) throw new Refusal("usuarioProprietario");
  if (current.id === caller.usuarioId) throw new Refusal("usuarioProprio");
}

/**
 * Managers may lift a restriction, so they cannot be restricted themselves.
 * @throws {Refusal} usuarioGerenteRestrito
 */
export function refuseRestrictedManager(updated: Profile, isProprietario: boolean): void {
  if (updated.empresas === null || !(updated.administrador || isProprietario)) return;
  throw new Refusal("usuarioGerenteRestrito", { campo: "usuario.empresas" });
}

/**
 * Whether a change affects sign-in or permissions; such a change requires a recent sign-in of the
 * caller.
 */
export function changesAccess({ current, updated }: { current: Profile; updated: Profile }): boolean {
  const flags = ["nomeUsuario", "ativo", "administrador", "permissaoManifestacao"] as const;
  return (
    !isSameEmail(current.email, updated.email) ||
    flags.some((flag) => current[flag] !== updated[flag]) ||
    JSON.stringify(current.empresas) !== JSON.stringify(updated.empresas)
  );
}

/** The labels of the profile fields in the registro, in the order of its text. */
const LABELS = {
  nomeUsuario: "usuário",
  nome: "nome",
  nomeCompleto: "nome completo",
  email: "e-mail",
  ativo: "ativo",
  administrador: "administrador",
  permissaoManifestacao: "manifestação",
  empresas: "empresas",
  color: "cor",
} as const satisfies Record<keyof Profile, string>;

/** Describes a change for the registro ("ana: administrador não → sim"); null if nothing changed. */
export function describeChange(current: Profile, updated: Profile): string | null {
  const said = (Object.keys(LABELS) as (keyof Profile)[])
    .filter((campo) => JSON.stringify(current[campo]) !== JSON.stringify(updated[campo]))
    .map((campo) => `${LABELS[campo]} ${describe(current, campo)} → ${describe(updated, campo)}`);
  return said.length === 0 ? null : `${current.nomeUsuario}: ${said.join("; ")}`;
}

/** Describes a new user and the permissions beyond the default, for the registro. */
export function describeNew(updated: Profile): string {
  return describeChange({ ...updated, ...DEFAULTS, color: updated.color }, updated) ?? updated.nomeUsuario;
}

function describe(profile: Profile, campo: keyof Profile): string {
  if (campo === "email") return maskEmail(profile.email);
  const value = profile[campo];
  if (typeof value === "boolean") return value ? "sim" : "não";
  if (campo === "empresas") return describeEmpresas(profile.empresas);
  return value === null ? "nenhuma" : String(value);
}

/** Empresas listed in a registro entry at most. */
const LISTED_EMPRESAS_MAX = 10;

function describeEmpresas(empresas: Profile["empresas"]): string {
  if (empresas === null) return "todas";
  if (empresas.length === 0) return "nenhuma";
  const cut = empresas.length > LISTED_EMPRESAS_MAX ? ", …" : "";
  return `${empresas.length} (${empresas.slice(0, LISTED_EMPRESAS_MAX).join(", ")}${cut})`;
}

/** The entry of another user in the list: managers see all fields, other users only the names. */
export function hidePersonal<U extends PersonalFields>(caller: ListReader, usuario: U): U {
  if (caller.isManager || usuario.id === caller.usuarioId) return usuario;
  return {
    ...usuario,
    email: "",
    ultimoAcesso: null,
    segundoFator: false,
    conviteExpiraEm: null,
    empresas: null,
  };
}

/**
 * The caller's own profile. An API token gets only the names of the user it was issued to, and its own
 * permissions.
 */
export function writeCaller<U extends PersonalFields & PermissionFields>(
  caller: CallerPermissions,
  usuario: U,
): U {
  if (caller.scopes === null) return usuario;
  return {
    ...hidePersonal({ usuarioId: "", isManager: false }, usuario),
    color: null,
    administrador: caller.isManager,
    proprietarioConta: false,
    permissaoManifestacao: caller.isManifestante,
    empresas: caller.empresas === null ? null : [...caller.empresas],
  };
}

type PermissionFields = {
  administrador: boolean;
  proprietarioConta: boolean;
  permissaoManifestacao: boolean;
  color: string | null;
  empresas: string[] | null;
};
type CallerPermissions = {
  isManager: boolean;
  isManifestante: boolean;
  scopes: readonly string[] | null;
  empresas: readonly string[] | null;
};
type ListReader = { usuarioId: string; isManager: boolean };
type PersonalFields = {
  id: string;
  email: string;
  ultimoAcesso: Date | null;
  segundoFator: boolean;
  conviteExpiraEm: Date | null;
  empresas: readonly string[] | null;
};

/** Whether two addresses are the same mailbox. */
export function isSameEmail(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Masks an address so that only a reader who knows it recognizes it: "m•••@exemplo.com.br". */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0] ?? ""}•••${email.slice(at)}`;
}

type Sortable = Pick<Profile, "nomeUsuario" | "nomeCompleto" | "email">;

/** The sort order of a user list: alphabetical for a person, and always deterministic. */
export function compareUsuarios(
  order: (typeof USUARIO_ORDERS)[number],
): (a: Sortable, b: Sortable) => number {
  const campo = order === "usuario" ? "nomeUsuario" : order;
  return (a, b) =>
    compareText(foldName(a[campo]), foldName(b[campo])) || compareText(a.nomeUsuario, b.nomeUsuario);
}
