import type { Cofre } from "../../secrets/cofre.ts";

/** Decrypts the TOTP secret, in the base32 form that is typed into an authenticator. */
export function openSegredo(cofre: Cofre, usuarioId: string, selado: Buffer): string {
  return cofre.open(selado, lugarOf(usuarioId)).toString("utf8");
}

/** The place that the encryption binds a secret to: it decrypts only in its own row. */
export function lugarOf(usuarioId: string) {
  return { tabela: "usuario", coluna: "totp_selado", id: usuarioId };
}
