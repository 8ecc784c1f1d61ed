import { crc32 } from "node:zlib";
import { createToken } from "../../secrets/token.ts";

/** So that a token is known for one of ours wherever it was left lying. */
const PREFIXO = "mal_";
const BASE = 36;
const SOMA_LENGTH = 7;
const FORMA = /^mal_[A-Za-z0-9_-]{43}[0-9a-z]{7}$/;
const COMECO = PREFIXO.length + 4;
const FIM = 4;

/** A new token of a conta: `mal_`, 43 characters of base64url (256 random bits), and a checksum of 7, which finds one that was cut or mistyped. */
export function createApiToken(): string {
  const body = PREFIXO + createToken();
  return body + checksumOf(body);
}

/** Whether a text could be a conta's token, before anything is looked up. */
export function isApiToken(text: string): boolean {
  return FORMA.test(text) && checksumOf(text.slice(0, -SOMA_LENGTH)) === text.slice(-SOMA_LENGTH);
}

/** Its beginning and its end: enough to tell one from another, and no more. */
export function maskApiToken(token: string): string {
  return `${token.slice(0, COMECO)}…${token.slice(-FIM)}`;
}

function checksumOf(body: string): string {
  return crc32(body).toString(BASE).padStart(SOMA_LENGTH, "0");
}
