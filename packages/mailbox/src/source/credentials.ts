import { MailOutage, toPrintable } from "../failure/outage.ts";
import type { CaixaConfig, Entrada } from "./mail-source.ts";

/** @NOTE a CR or LF here would be a second command, a NUL another user, chosen by whoever typed the mailbox.
 * @throws MailOutage senha, autorizacao */
export function refuseControls({ usuario, entrada }: CaixaConfig): void {
  const causa = entrada.kind === "senha" ? "senha" : "autorizacao";
  for (const text of [usuario, secretOf(entrada)]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    if (text !== "" && !/[\x00-\x1f\x7f]/.test(text)) continue;
    throw new MailOutage(causa, "empty, or a control character, in user or password", {
      codigo: "senha-mal-formada",
    });
  }
}

/** Piece of a secret that tells it from other text, when the rest was torn off. */
const PEDACO = 8;

const BASE64 = /[\w+/-]{2,}={0,2}/g;

/**
 * What a server said, fit for a log: without the secret, even where the server echoes it in other letters, in base64 (as the
 * mechanisms of SASL send it) or cut short. @NOTE it is made printable, and short, only afterwards: cut first, the beginning
 * of a long token would stay.
 */
export function withoutSecret(texto: string, { entrada }: Pick<CaixaConfig, "entrada">): string {
  const secret = secretOf(entrada);
  const [head, tail] = [secret.slice(0, PEDACO), secret.slice(-PEDACO)];
  const hidden = texto
    .replace(new RegExp(quote(secret), "gi"), "***")
    .replace(secret.length > PEDACO ? new RegExp(`${quote(head)}\\S*`, "gi") : /(?!)/, "***")
    .replace(BASE64, (word) => (isBase64Of(word, [head, tail]) ? "***" : word));
  return toPrintable(hidden);
}

/** Whether a word, decoded from any of its first four characters on, holds one of these pieces: where in a line of base64 its groups
 * of four begin is not known. */
function isBase64Of(word: string, pieces: readonly string[]): boolean {
  return [0, 1, 2, 3].some((from) => {
    const decoded = Buffer.from(word.slice(from), "base64").toString("utf8");
    return pieces.some((piece) => decoded.includes(piece));
  });
}

function quote(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function secretOf(entrada: Entrada): string {
  return entrada.kind === "senha" ? entrada.senha : entrada.token;
}
