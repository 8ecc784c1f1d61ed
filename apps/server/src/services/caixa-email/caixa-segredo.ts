import { z } from "zod";
import type { Cofre, Lugar } from "../../secrets/cofre.ts";
import type { CaixaConexao } from "./caixa-email.rules.ts";

/**
 * The secret of a mailbox: its password, or the secret to fetch a token.
 * refreshToken: null where the provider gives tokens to the client itself.
 */
export type Segredo =
  | { kind: "senha"; senha: string }
  | { kind: "oauth2"; clientSecret: string; refreshToken: string | null };

const oauthSelado = z.object({ clientSecret: z.string(), refreshToken: z.string().nullable() });

/** Encrypts a secret for its own row: the password as it is, or JSON {clientSecret, refreshToken}. */
export function sealSegredo(cofre: Cofre, id: string, segredo: Segredo): Buffer {
  if (segredo.kind === "senha") return cofre.seal(segredo.senha, lugarOf(id));
  const { clientSecret, refreshToken } = segredo;
  return cofre.seal(JSON.stringify({ clientSecret, refreshToken }), lugarOf(id));
}

/**
 * Decrypts the result of {@link sealSegredo}.
 * @throws {CofreError} when it was encrypted with another key or for another row
 */
export function openSegredo(
  cofre: Cofre,
  caixa: { id: string; autenticacao: CaixaConexao["autenticacao"]; senhaSelada: Uint8Array },
): Segredo {
  const aberto = cofre.open(caixa.senhaSelada, lugarOf(caixa.id)).toString("utf8");
  if (caixa.autenticacao === "senha") return { kind: "senha", senha: aberto };
  return { kind: "oauth2", ...oauthSelado.parse(JSON.parse(aberto)) };
}

/** Whether both secrets are equal. */
export function isSameSegredo(a: Segredo, b: Segredo | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function lugarOf(id: string): Lugar {
  return { tabela: "caixa_email", coluna: "senha_selada", id };
}
