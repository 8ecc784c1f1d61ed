import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Secrets of the token endpoint and the key that signs tokens. All survive a restart. */
export type OauthSecrets = { clientSecret: string; refreshToken: string; chave: string };

/** Issues access tokens and verifies them; they expire by the clock of the sandbox. */
export type Tokens = { issue(validadeMs: number): string; isValid(token: string): boolean };

export function makeOauthSecrets(): OauthSecrets {
  const text = (bytes: number): string => randomBytes(bytes).toString("base64url");
  return { clientSecret: text(24), refreshToken: text(32), chave: text(32) };
}

/** A token is its expiry and a nonce, signed: nothing is stored, and tokens survive a restart. */
export function createTokens(chave: string, now: () => Date): Tokens {
  const seal = (text: string): string => createHmac("sha256", chave).update(text).digest("base64url");
  return {
    issue: (validadeMs) => {
      const text = `${now().getTime() + validadeMs}.${randomBytes(9).toString("base64url")}`;
      return `${text}.${seal(text)}`;
    },
    isValid: (token) => {
      const end = token.lastIndexOf(".");
      const text = token.slice(0, Math.max(end, 0));
      return isSame(token.slice(end + 1), seal(text)) && Number(text.split(".")[0]) > now().getTime();
    },
  };
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
