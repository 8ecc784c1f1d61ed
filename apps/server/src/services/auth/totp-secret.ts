import type { SecretBox } from "../../secrets/secret-box.ts";

/** Decrypts the TOTP secret, in the base32 form that is typed into an authenticator. */
export function openTotpSecret(secretBox: SecretBox, usuarioId: string, sealed: Buffer): string {
  return secretBox.open(sealed, placeOfTotpSecret(usuarioId)).toString("utf8");
}

/** The place that the encryption binds a secret to: it decrypts only in its own row. */
export function placeOfTotpSecret(usuarioId: string) {
  return { tabela: "usuario", coluna: "totp_selado", id: usuarioId };
}
