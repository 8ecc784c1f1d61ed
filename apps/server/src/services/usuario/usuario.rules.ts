import type { USUARIO_ORDERS } from "@malote/contract";
import { foldNome } from "@malote/syntax";
import { Refusal } from "../../errors.ts";

/** What is written down of a user and may be changed. empresas: the only companies whose documents they see; null = all. */
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

/** What a form sends; what is absent stays as it is. */
export type CadastroEnviado = Pick<Cadastro, "nome" | "nomeUsuario" | "nomeCompleto" | "email"> & {
  [K in "color" | "ativo" | "administrador" | "permissaoManifestacao" | "empresas"]?: Cadastro[K] | undefined;
};

/** How one begins of whom nothing else is said. */
const INICIO = {
  color: null,
  ativo: true,
  administrador: false,
  permissaoManifestacao: false,
  empresas: null,
} as const;

/** A user as a form wants it. atual: as it stands; null when it is somebody new. */
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

/** A name to sign in with, as it is stored and compared. */
export function normalizeNome(nomeUsuario: string): string {
  return nomeUsuario.trim().toLowerCase();
}

function uniqueOf(ids: readonly string[] | null): readonly string[] | null {
  return ids && [...new Set(ids.map((id) => id.toLowerCase()))].sort();
}

/** Who changes whom. */
export type Mudanca = {
  /** The caller. */
  quem: { usuarioId: string };
  atual: Cadastro & { id: string; proprietarioConta: boolean };
  novo: Cadastro;
};

/**
 * Marks that no caller takes away by editing: those of the owner, and one's own. All other fields
 * of any user are an administrator's to change.
 * @throws {Refusal} acessoRestrito with the field; usuarioGerenteRestrito
 */
export function refuseMudanca({ quem, atual, novo }: Mudanca): void {
  const [perdida] = (["ativo", "administrador"] as const).filter((marca) => atual[marca] && !novo[marca]);
  const fixo = atual.proprietarioConta || atual.id === quem.usuarioId;
  if (fixo && perdida !== undefined) throw new Refusal("acessoRestrito", { campo: `usuario.${perdida}` });
  refuseGerenteRestrito(novo, atual.proprietarioConta);
}

/**
 * Neither the owner nor oneself is deleted or deactivated.
 * @throws {Refusal} usuarioProprietario, usuarioProprio
 */
export function refuseIntocavel(
  quem: Mudanca["quem"],
  atual: { id: string; proprietarioConta: boolean },
): void {
  if (atual.proprietarioConta) throw new Refusal("usuarioProprietario");
  if (atual.id === quem.usuarioId) throw new Refusal("usuarioProprio");
}

/** Who may lift a restriction is not held by it.   @throws {Refusal} usuarioGerenteRestrito */
export function refuseGerenteRestrito(novo: Cadastro, isProprietario: boolean): void {
  if (novo.empresas === null || !(novo.administrador || isProprietario)) return;
  throw new Refusal("usuarioGerenteRestrito", { campo: "usuario.empresas" });
}

/** Whether a change touches how a user enters or what they may do: for that the sign-in of the caller must be recent. */
export function changesAcesso({ atual, novo }: { atual: Cadastro; novo: Cadastro }): boolean {
  const marcas = ["nomeUsuario", "ativo", "administrador", "permissaoManifestacao"] as const;
  return (
    !isSameEmail(atual.email, novo.email) ||
    marcas.some((marca) => atual[marca] !== novo[marca]) ||
    JSON.stringify(atual.empresas) !== JSON.stringify(novo.empresas)
  );
}

/** How the record of acts calls what is written down of a user, in the order in which it tells it. */
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

/** Who was changed, from what to what ("ana: administrador não → sim"), for the record of acts; null when nothing was. */
export function describeMudanca(atual: Cadastro, novo: Cadastro): string | null {
  const said = (Object.keys(ROTULOS) as (keyof Cadastro)[])
    .filter((campo) => JSON.stringify(atual[campo]) !== JSON.stringify(novo[campo]))
    .map((campo) => `${ROTULOS[campo]} ${describe(atual, campo)} → ${describe(novo, campo)}`);
  return said.length === 0 ? null : `${atual.nomeUsuario}: ${said.join("; ")}`;
}

/** Somebody new, and what they may beyond anybody, for the record of acts. */
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

/** So many companies are named in the record of acts. */
const EMPRESAS_DITAS = 10;

function describeEmpresas(empresas: Cadastro["empresas"]): string {
  if (empresas === null) return "todas";
  if (empresas.length === 0) return "nenhuma";
  const cut = empresas.length > EMPRESAS_DITAS ? ", …" : "";
  return `${empresas.length} (${empresas.slice(0, EMPRESAS_DITAS).join(", ")}${cut})`;
}

/** What a user sees of others in the list: managers everything, anybody else who they are and no more. */
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

/** Who calls, as they are told themselves. A token is told whom it was shown to by name and no more, and of rights its own. */
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

/** Two addresses that letters to one of them reach. */
export function isSameEmail(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** An address as one may recognize it who knows it: "m•••@exemplo.com.br". */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0] ?? ""}•••${email.slice(at)}`;
}

type Ordenavel = Pick<Cadastro, "nomeUsuario" | "nomeCompleto" | "email">;

/** The order of a list: as a person reads it, and never left to chance. */
export function compareUsuarios(
  order: (typeof USUARIO_ORDERS)[number],
): (a: Ordenavel, b: Ordenavel) => number {
  const campo = order === "usuario" ? "nomeUsuario" : order;
  return (a, b) => compare(foldNome(a[campo]), foldNome(b[campo])) || compare(a.nomeUsuario, b.nomeUsuario);
}

// Not the locale's order, which is another on another machine.
function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
