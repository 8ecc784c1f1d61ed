import type { Cofre } from "../../secrets/cofre.ts";

/** Opens the secret of an authenticator, as it is typed into one. */
export function openSegredo(cofre: Cofre, usuarioId: string, selado: Buffer): string {
  return cofre.open(selado, lugarOf(usuarioId)).toString("utf8");
}

/** Where a sealed secret belongs: it opens in its own row only. */
export function lugarOf(usuarioId: string) {
  return { tabela: "usuario", coluna: "totp_selado", id: usuarioId };
}
