import { z } from "zod";
import type { SealedPlace, SecretBox } from "../../secrets/secret-box.ts";

/**
 * The secret of a mailbox: its password, or the secret to fetch a token.
 * refreshToken: null where the provider gives tokens to the client itself.
 */
export type CaixaSecret =
  | { kind: "senha"; senha: string }
  | { kind: "oauth2"; clientSecret: string; refreshToken: string | null };

const sealedOauth = z.object({ clientSecret: z.string(), refreshToken: z.string().nullable() });

/** Encrypts a secret for its own row: the password as it is, or JSON {clientSecret, refreshToken}. */
export function sealCaixaSecret(secretBox: SecretBox, id: string, secret: CaixaSecret): Buffer {
  if (secret.kind === "senha") return secretBox.seal(secret.senha, placeOfSecret(id));
  const { clientSecret, refreshToken } = secret;
  return secretBox.seal(JSON.stringify({ clientSecret, refreshToken }), placeOfSecret(id));
}

/**
 * Decrypts the result of {@link sealCaixaSecret}.
 * @throws {SecretBoxError} when it was encrypted with another key or for another row
 */
export function openCaixaSecret(
  secretBox: SecretBox,
  caixa: { id: string; autenticacao: CaixaSecret["kind"]; senhaSelada: Uint8Array },
): CaixaSecret {
  const opened = secretBox.open(caixa.senhaSelada, placeOfSecret(caixa.id)).toString("utf8");
  if (caixa.autenticacao === "senha") return { kind: "senha", senha: opened };
  return { kind: "oauth2", ...sealedOauth.parse(JSON.parse(opened)) };
}

/** Whether both secrets are equal. */
export function isSameSecret(a: CaixaSecret, b: CaixaSecret | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function placeOfSecret(id: string): SealedPlace {
  return { tabela: "caixa_email", coluna: "senha_selada", id };
}
