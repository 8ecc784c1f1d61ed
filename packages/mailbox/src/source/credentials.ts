import { MailOutage, toPrintable } from "../failure/outage.ts";
import type { Credentials, MailboxConfig } from "./mail-source.ts";

/**
 * Refuses control characters. @NOTE CR or LF would inject a command, NUL another user name.
 * @throws MailOutage senha, autorizacao
 */
export function refuseControls({ usuario, entrada }: MailboxConfig): void {
  const cause = entrada.kind === "senha" ? "senha" : "autorizacao";
  for (const text of [usuario, secretOf(entrada)]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused
    if (text !== "" && !/[\x00-\x1f\x7f]/.test(text)) continue;
    throw new MailOutage(cause, "empty, or a control character, in user or password", {
      codigo: "senha-mal-formada",
    });
  }
}

/** Length of a fragment that identifies a secret when the rest is cut off. */
const FRAGMENT = 8;

const BASE64 = /[\w+/-]{2,}={0,2}/g;

/**
 * Redacts the secret from server text: plain, in other case, in base64 (as SASL sends it) or
 * truncated. @NOTE truncate only afterwards: otherwise the start of a long token would remain.
 */
export function withoutSecret(text: string, { entrada }: Pick<MailboxConfig, "entrada">): string {
  const secret = secretOf(entrada);
  const [head, tail] = [secret.slice(0, FRAGMENT), secret.slice(-FRAGMENT)];
  const hidden = text
    .replace(new RegExp(quote(secret), "gi"), "***")
    .replace(secret.length > FRAGMENT ? new RegExp(`${quote(head)}\\S*`, "gi") : /(?!)/, "***")
    .replace(BASE64, (word) => (isBase64Of(word, [head, tail]) ? "***" : word));
  return toPrintable(hidden);
}

/**
 * Whether a word contains one of these pieces when decoded from one of its first four characters.
 * The alignment of base64 groups within a line is unknown.
 */
function isBase64Of(word: string, pieces: readonly string[]): boolean {
  return [0, 1, 2, 3].some((from) => {
    const decoded = Buffer.from(word.slice(from), "base64").toString("utf8");
    return pieces.some((piece) => decoded.includes(piece));
  });
}

function quote(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function secretOf(entrada: Credentials): string {
  return entrada.kind === "senha" ? entrada.senha : entrada.token;
}
