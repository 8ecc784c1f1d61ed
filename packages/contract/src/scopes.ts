import type { MethodRow } from "./method.ts";

/** The scopes of an API token; what no scope allows is refused. No scope includes another. */
export const SCOPES = ["notas:ler", "notas:marcar", "manifestar", "importar", "emails:ler", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** The default scopes of a token: what every token could do before scopes existed. */
export const DEFAULT_SCOPES: readonly Scope[] = ["notas:ler", "notas:marcar", "importar", "emails:ler"];

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
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
  Nota: NOTAS,
  Painel: NOTAS,
  Usuario: CONTA,
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
