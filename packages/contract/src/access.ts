import type { Access, MethodRow } from "./method.ts";
import type { Scope } from "./scopes.ts";

/** The kinds of caller; a user may have several. `api`: a program with an API token. */
export const ROLES = [
  "visitante",
  "usuario",
  "manifestante",
  "administrador",
  "proprietario",
  "api",
] as const;
export type Role = (typeof ROLES)[number];

/** `proprio`: only about oneself. */
export type Permission = "sim" | "proprio" | "nao";

/** Who may call what (spec §6). Access control, `docs/api.md` and the tests all read this table. */
export const ACCESS: Readonly<Record<Access, Readonly<Record<Role, Permission>>>> = {
  public: {
    visitante: "sim",
    usuario: "sim",
    manifestante: "sim",
    administrador: "sim",
    proprietario: "sim",
    api: "sim",
  },
  signedIn: {
    visitante: "nao",
    usuario: "sim",
    manifestante: "sim",
    administrador: "sim",
    proprietario: "sim",
    api: "sim",
  },
  manifestante: {
    visitante: "nao",
    usuario: "nao",
    manifestante: "sim",
    administrador: "nao",
    proprietario: "nao",
    api: "nao",
  },
  self: {
    visitante: "nao",
    usuario: "proprio",
    manifestante: "proprio",
    administrador: "sim",
    proprietario: "sim",
    api: "nao",
  },
  manager: {
    visitante: "nao",
    usuario: "nao",
    manifestante: "nao",
    administrador: "sim",
    proprietario: "sim",
    api: "nao",
  },
};

/** The permission of one perfil for a method. */
export function permissionOf(row: Pick<MethodRow, "access" | "person">, perfil: Role): Permission {
  if (perfil === "api" && row.person === true) return "nao";
  return ACCESS[row.access][perfil];
}

/** The perfis of an API token with these scopes; never a person. */
export function rolesOfScopes(escopos: readonly Scope[]): Role[] {
  const perfis: Role[] = ["api"];
  if (escopos.includes("manifestar")) perfis.push("manifestante");
  if (escopos.includes("admin")) perfis.push("administrador");
  return perfis;
}

/** The permission of a caller with several perfis: the highest of them. An API token is no person, so
 * nothing is about itself. */
export function permissionOfAll(
  row: Pick<MethodRow, "access" | "person">,
  perfis: readonly Role[],
): Permission {
  const api = perfis.includes("api");
  if (api && row.person === true) return "nao";
  const permissions = perfis.map((perfil) => permissionOf(row, perfil));
  if (permissions.includes("sim")) return "sim";
  return !api && permissions.includes("proprio") ? "proprio" : "nao";
}

/** The scopes of a service's `signedIn` methods, to read and to change; null: none is needed. */
type OfService = { readonly le: Scope | null; readonly muda: Scope | null };

const NOTAS: OfService = { le: "notas:ler", muda: "notas:marcar" };
/** Requested files contain notas; requesting one changes no nota. */
const ARQUIVOS_DE_NOTAS: OfService = { le: "notas:ler", muda: "notas:ler" };
const EMAILS: OfService = { le: "emails:ler", muda: "emails:ler" };
const IMPORTACOES: OfService = { le: "importar", muda: "importar" };
/** The conta of the token itself. */
const CONTA: OfService = { le: null, muda: "admin" };

/** The default of each service. Manager methods always need `admin`, and a manifestação `manifestar`. */
const OF_SERVICE: Readonly<Record<string, OfService>> = {
  Auditor: NOTAS,
  Autocomplete: NOTAS,
  CaixaEmail: EMAILS,
  Conta: CONTA,
  Download: ARQUIVOS_DE_NOTAS,
  Email: EMAILS,
  Empresa: NOTAS,
  Exportacao: ARQUIVOS_DE_NOTAS,
  Importacao: IMPORTACOES,
  Lote: NOTAS,
  Nota: NOTAS,
  Painel: NOTAS,
  PedidoXml: NOTAS,
  Usuario: CONTA,
  Visao: NOTAS,
};

/** The fields of a row that decide its scope. */
export type ScopeRow = Pick<MethodRow, "access" | "readOnly" | "person" | "escopo">;

/** The scope that a token needs for a method ("Nota.getNota"): the row's own, else its service's.
 * @returns null if none is needed: any token may call it, or the row is public or reserved for persons */
export function scopeOf(name: string, row: ScopeRow): Scope | null {
  if (row.access === "public" || row.person === true) return null;
  if (row.escopo !== undefined) return row.escopo;
  if (row.access === "manifestante") return "manifestar";
  if (row.access !== "signedIn") return "admin";
  // A service missing from the table needs the admin scope.
  const ofService = OF_SERVICE[name.slice(0, name.indexOf("."))] ?? { le: "admin", muda: "admin" };
  return row.readOnly ? ofService.le : ofService.muda;
}

/** The value at a path of params, joined by dots; undefined if there is none. */
export function readPath(params: unknown, path: string): unknown {
  let value = params;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
