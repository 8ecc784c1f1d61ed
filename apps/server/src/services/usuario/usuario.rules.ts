import type { USUARIO_ORDERS } from "@malote/contract";
import { foldNome } from "@malote/syntax";
import { Refusal } from "../../errors.ts";

/**
 * The editable profile of a user. empresas: the only ones whose documents the user sees; null = all.
 */
export type Cadastro = {
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
export type CadastroEnviado = Pick<Cadastro, "nome" | "nomeUsuario" | "nomeCompleto" | "email"> & {
  [K in "color" | "ativo" | "administrador" | "permissaoManifestacao" | "empresas"]?: Cadastro[K] | undefined;
};

/** Defaults for a new user. */
const INICIO = {
  color: null,
  ativo: true,
  administrador: false,
  permissaoManifestacao: false,
  empresas: null,
} as const;

/** Applies a form to a profile. atual: the stored profile; null for a new user. */
export function applyCadastro(atual: Cadastro | null, enviado: CadastroEnviado): Cadastro {
  const { color, ativo, administrador, permissaoManifestacao, empresas } = { ...INICIO, ...atual };
  return {
    nome: enviado.nome.trim(),
    nomeUsuario: normalizeNome(enviado.nomeUsuario),
    nomeCompleto: enviado.nomeCompleto.trim(),
    email: enviado.email.trim(),
    color: enviado.color === undefined ? color : enviado.color,
    ativo: enviado.ativo ?? ativo,
    administrador: enviado.administrador ?? administrador,
    permissaoManifestacao: enviado.permissaoManifestacao ?? permissaoManifestacao,
    empresas: enviado.empresas === undefined ? empresas : uniqueOf(enviado.empresas),
  };
}

/** A user name as it is stored and compared. */
export function normalizeNome(nomeUsuario: string): string {
  return nomeUsuario.trim().toLowerCase();
}

function uniqueOf(ids: readonly string[] | null): readonly string[] | null {
  return ids && [...new Set(ids.map((id) => id.toLowerCase()))].sort();
}

/** A change of one user by another. */
export type Mudanca = {
  /** The caller. */
  quem: { usuarioId: string };
  atual: Cadastro & { id: string; proprietarioConta: boolean };
  novo: Cadastro;
};

/**
 * Refuses the removal of flags of the owner and of the caller.
 * An administrator may change all other fields of any user.
 * @throws {Refusal} acessoRestrito with the field; usuarioGerenteRestrito
 */
export function refuseMudanca({ quem, atual, novo }: Mudanca): void {
  const [perdida] = (["ativo", "administrador"] as const).filter((marca) => atual[marca] && !novo[marca]);
  const fixo = atual.proprietarioConta || atual.id === quem.usuarioId;
  if (fixo && perdida !== undefined) throw new Refusal("acessoRestrito", { campo: `usuario.${perdida}` });
  refuseGerenteRestrito(novo, atual.proprietarioConta);
}

/**
 * Refuses to delete or deactivate the owner or the caller.
 * @throws {Refusal} usuarioProprietario, usuarioProprio
 */
export function refuseIntocavel(
  quem: Mudanca["quem"],
  atual: { id: string; proprietarioConta: boolean },
): void {
  if (atual.proprietarioConta) throw new Refusal("usuarioProprietario");
  if (atual.id === quem.usuarioId) throw new Refusal("usuarioProprio");
}

/**
 * Managers may lift a restriction, so they cannot be restricted themselves.
 * @throws {Refusal} usuarioGerenteRestrito
 */
export function refuseGerenteRestrito(novo: Cadastro, isProprietario: boolean): void {
  if (novo.empresas === null || !(novo.administrador || isProprietario)) return;
  throw new Refusal("usuarioGerenteRestrito", { campo: "usuario.empresas" });
}

/**
 * Whether a change affects sign-in or permissions; such a change requires a recent sign-in of the
 * caller.
 */
export function changesAcesso({ atual, novo }: { atual: Cadastro; novo: Cadastro }): boolean {
  const marcas = ["nomeUsuario", "ativo", "administrador", "permissaoManifestacao"] as const;
  return (
    !isSameEmail(atual.email, novo.email) ||
    marcas.some((marca) => atual[marca] !== novo[marca]) ||
    JSON.stringify(atual.empresas) !== JSON.stringify(novo.empresas)
  );
}

/** The labels of the profile fields in the registro, in the order of its text. */
const ROTULOS = {
  nomeUsuario: "usuário",
  nome: "nome",
  nomeCompleto: "nome completo",
  email: "e-mail",
  ativo: "ativo",
  administrador: "administrador",
  permissaoManifestacao: "manifestação",
  empresas: "empresas",
  color: "cor",
} as const satisfies Record<keyof Cadastro, string>;

/** Describes a change for the registro ("ana: administrador não → sim"); null if nothing changed. */
export function describeMudanca(atual: Cadastro, novo: Cadastro): string | null {
  const said = (Object.keys(ROTULOS) as (keyof Cadastro)[])
    .filter((campo) => JSON.stringify(atual[campo]) !== JSON.stringify(novo[campo]))
    .map((campo) => `${ROTULOS[campo]} ${describe(atual, campo)} → ${describe(novo, campo)}`);
  return said.length === 0 ? null : `${atual.nomeUsuario}: ${said.join("; ")}`;
}

/** Describes a new user and the permissions beyond the default, for the registro. */
export function describeNovo(novo: Cadastro): string {
  return describeMudanca({ ...novo, ...INICIO, color: novo.color }, novo) ?? novo.nomeUsuario;
}

function describe(cadastro: Cadastro, campo: keyof Cadastro): string {
  if (campo === "email") return maskEmail(cadastro.email);
  const value = cadastro[campo];
  if (typeof value === "boolean") return value ? "sim" : "não";
  if (campo === "empresas") return describeEmpresas(cadastro.empresas);
  return value === null ? "nenhuma" : String(value);
}

/** Empresas listed in a registro entry at most. */
const EMPRESAS_DITAS = 10;

function describeEmpresas(empresas: Cadastro["empresas"]): string {
  if (empresas === null) return "todas";
  if (empresas.length === 0) return "nenhuma";
  const cut = empresas.length > EMPRESAS_DITAS ? ", …" : "";
  return `${empresas.length} (${empresas.slice(0, EMPRESAS_DITAS).join(", ")}${cut})`;
}

/** The entry of another user in the list: managers see all fields, other users only the names. */
export function hidePessoal<U extends Pessoal>(quem: QuemLista, usuario: U): U {
  if (quem.isManager || usuario.id === quem.usuarioId) return usuario;
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
export function writeQuemChama<U extends Pessoal & Direitos>(quem: QuemChama, usuario: U): U {
  if (quem.escopos === null) return usuario;
  return {
    ...hidePessoal({ usuarioId: "", isManager: false }, usuario),
    color: null,
    administrador: quem.isManager,
    proprietarioConta: false,
    permissaoManifestacao: quem.isManifestante,
    empresas: quem.empresas === null ? null : [...quem.empresas],
  };
}

type Direitos = {
  administrador: boolean;
  proprietarioConta: boolean;
  permissaoManifestacao: boolean;
  color: string | null;
  empresas: string[] | null;
};
type QuemChama = {
  isManager: boolean;
  isManifestante: boolean;
  escopos: readonly string[] | null;
  empresas: readonly string[] | null;
};
type QuemLista = { usuarioId: string; isManager: boolean };
type Pessoal = {
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

type Ordenavel = Pick<Cadastro, "nomeUsuario" | "nomeCompleto" | "email">;

/** The sort order of a user list: alphabetical for a person, and always deterministic. */
export function compareUsuarios(
  order: (typeof USUARIO_ORDERS)[number],
): (a: Ordenavel, b: Ordenavel) => number {
  const campo = order === "usuario" ? "nomeUsuario" : order;
  return (a, b) => compare(foldNome(a[campo]), foldNome(b[campo])) || compare(a.nomeUsuario, b.nomeUsuario);
}

// Not the locale's order, which differs between machines.
function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
