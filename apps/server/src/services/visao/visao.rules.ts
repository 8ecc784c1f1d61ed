import type { ParsedParamsOf, ResultOf, VisaoLista } from "@malote/contract";
import { VISAO_NOME_MAX } from "@malote/contract";
import { foldName } from "@malote/syntax";
import type { Caller } from "../handler.ts";
import type { VisaoRow } from "./visao.rows.ts";

export type Visao = ResultOf<"Visao.getVisao">["object"];
export type VisaoInput = ParsedParamsOf<"Visao.saveVisao">["visao"];
export type ImportedVisao = ParsedParamsOf<"Visao.importVisoes">["visoes"][number];

type Viewer = Pick<Caller, "usuarioId" | "isPerson" | "isManager" | "scopes">;

/** The views of this user are the caller's own; a program has none. */
export function ownerOf({ isPerson, usuarioId }: Viewer): string | null {
  return isPerson ? usuarioId : null;
}

/** Whether the caller may know the filters of a list: those of e-mails name senders. */
export function maySeeList({ scopes }: Viewer, lista: VisaoLista): boolean {
  return lista !== "emails" || scopes === null || scopes.includes("emails:ler");
}

/** Whether the caller may change a view: an own one, or as a manager a shared one. */
export function mayChange(caller: Viewer, visao: Pick<VisaoRow, "usuarioId" | "compartilhada">): boolean {
  if (!caller.isPerson) return false;
  return visao.usuarioId === caller.usuarioId || (visao.compartilhada && caller.isManager);
}

export function writeVisao(caller: Viewer, row: VisaoRow): Visao {
  const { usuarioId, ...visao } = row;
  return { ...visao, propria: usuarioId === ownerOf(caller), alteravel: mayChange(caller, row) };
}

/** Two names that a user cannot tell apart are the same. */
export function isSameName(a: string, b: string): boolean {
  return foldName(a) === foldName(b);
}

/** The name with the first number that makes it free: "Divergentes (2)". */
export function freeNameOf(nome: string, taken: readonly string[]): string {
  let free = nome;
  for (let n = 2; taken.some((other) => isSameName(other, free)); n += 1) {
    const suffix = ` (${n})`;
    free = `${nome.slice(0, VISAO_NOME_MAX - suffix.length)}${suffix}`;
  }
  return free;
}

/** Whether an imported view says the same as a stored one of its name: it was saved twice. */
export function isSameVisao(
  a: Pick<VisaoRow, "nome" | "busca" | "colunas">,
  b: Pick<ImportedVisao, "nome" | "busca" | "colunas">,
): boolean {
  return isSameName(a.nome, b.nome) && a.busca === b.busca && a.colunas === b.colunas;
}
