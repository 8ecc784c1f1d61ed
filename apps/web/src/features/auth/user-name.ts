import type { CurrentUser } from "../../rpc/documents/queries.ts";

/** The name that the screens show of a user. */
export function displayNameOf(usuario: CurrentUser["usuario"]): string {
  return usuario.nomeCompleto || usuario.nome || usuario.nomeUsuario;
}

/** Initials of the first and last name. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s.]+/).filter((word) => word !== "");
  const first = words[0]?.charAt(0) ?? "";
  const last = words.length > 1 ? (words[words.length - 1]?.charAt(0) ?? "") : "";
  return `${first}${last}`.toUpperCase();
}
