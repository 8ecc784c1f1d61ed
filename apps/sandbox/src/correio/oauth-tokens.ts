import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** What a client of the token endpoint must know, and the key that seals the tokens. All outlive a restart. */
export type SegredosOauth = { clientSecret: string; refreshToken: string; chave: string };

/** Issues access tokens and knows its own again; they run out by the clock of the sandbox. */
export type Tokens = { issue(validadeMs: number): string; isValid(token: string): boolean };

export function makeSegredosOauth(): SegredosOauth {
  const text = (bytes: number): string => randomBytes(bytes).toString("base64url");
  return { clientSecret: text(24), refreshToken: text(32), chave: text(32) };
}

/** A token is its end and a nonce, sealed: nothing must be remembered, and a restart refuses none. */
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
