import type { MethodRow } from "./method.ts";

/** What an API token may be allowed; one that is not named is refused. None of them holds another. */
export const ESCOPOS = [
  "notas:ler",
  "notas:marcar",
  "manifestar",
  "importar",
  "emails:ler",
  "admin",
] as const;
export type Escopo = (typeof ESCOPOS)[number];

/** What a token may unless more is asked for: what every token could before there were scopes. */
export const ESCOPOS_INICIAIS: readonly Escopo[] = ["notas:ler", "notas:marcar", "importar", "emails:ler"];

export function isEscopo(text: string): text is Escopo {
  return (ESCOPOS as readonly string[]).includes(text);
}

/** Scopes of a service's methods that any person of the conta may call; null: any token may. */
type DoServico = { readonly le: Escopo | null; readonly muda: Escopo | null };

const NOTAS: DoServico = { le: "notas:ler", muda: "notas:marcar" };
/** Files that are asked for hold notas, and nothing of them changes. */
const ARQUIVOS_DE_NOTAS: DoServico = { le: "notas:ler", muda: "notas:ler" };
const EMAILS: DoServico = { le: "emails:ler", muda: "emails:ler" };
const IMPORTACOES: DoServico = { le: "importar", muda: "importar" };
/** Whose the token is. */
const CONTA: DoServico = { le: null, muda: "admin" };

/** The default of each service; what is for managers takes `admin`, and a manifestação `manifestar`, whatever stands here. */
const DO_SERVICO: Readonly<Record<string, DoServico>> = {
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

/** A row as far as scopes go. */
export type LinhaDeEscopo = Pick<MethodRow, "access" | "readOnly" | "person" | "escopo">;

/**
 * The scope that a token needs for a method ("Nota.getNota"): the row's own, else its service's.
 * @returns null where none is needed: any token may, or, where the row is for persons or for everybody, scopes do not matter
 */
export function escopoOf(name: string, row: LinhaDeEscopo): Escopo | null {
  if (row.access === "public" || row.person === true) return null;
  if (row.escopo !== undefined) return row.escopo;
  if (row.access === "manifestante") return "manifestar";
  if (row.access !== "signedIn") return "admin";
  // A service that nobody thought of is for managers' tokens until somebody does.
  const doServico = DO_SERVICO[name.slice(0, name.indexOf("."))] ?? { le: "admin", muda: "admin" };
  return row.readOnly ? doServico.le : doServico.muda;
}
