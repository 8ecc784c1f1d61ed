import type { Credentials } from "../source/mail-source.ts";
import type { FailureCode } from "./codes.ts";
import type { FailureCause } from "./outage.ts";

type SignInRefusal = { causa: FailureCause; codigo: FailureCode };

/**
 * Refusal texts of servers; the first match applies. The codes in brackets are standard, the words
 * come from Dovecot, Courier, Cyrus, Exchange, Gmail and qpopper.
 * @source RFC 2449 §8, RFC 3206 §4, RFC 5530 §3
 */
const REFUSALS: readonly [RegExp, SignInRefusal][] = [
  [/application-specific password|app(lication)? password/i, { causa: "senha", codigo: "senha-de-app" }],
  [
    /not enabled for (pop|imap)|(pop3?|imap4?) (access|login)s? (is |are )?(disabled|not (enabled|allowed))/i,
    { causa: "senha", codigo: "acesso-desligado" },
  ],
  [
    /PRIVACYREQUIRED|(plain|clear) ?text (auth|login|password)\S* (is |are )?(dis|not |only )|(requires?|must use|need|only over|without) (\S+ ){0,3}(tls|ssl|starttls|stls|encrypt)/i,
    { causa: "senha", codigo: "entrada-exige-tls" },
  ],
  [/\[LOGIN-DELAY|\[SYS\/|\[(UNAVAILABLE|LIMIT)\b|account.{0,20}\block/i, retryLater("entrada-mais-tarde")],
  [/\[IN-?USE\]|\b(locks?|locked|in use|busy)\b/i, retryLater("caixa-em-uso")],
  [/\b(try again|too many|temporar\w*|unavailable)\b/i, retryLater("entrada-mais-tarde")],
];

function retryLater(codigo: FailureCode): SignInRefusal {
  return { causa: "recusada", codigo };
}

const GOOGLE = /(^|\.)(gmail|googlemail|google)\.com$/i;
const MICROSOFT = /(^|\.)(office365|outlook|hotmail|live|office)\.com$/i;

/**
 * Classifies a refused sign-in: retry later (causa `recusada`), or bad credentials (`senha`,
 * `autorizacao`).
 * @param refusal text and name of the server; some providers accept no plain password
 */
export function classifyRefusal(refusal: {
  texto: string;
  servidor: string;
  entrada: Pick<Credentials, "kind">;
}): SignInRefusal {
  const known = REFUSALS.find(([words]) => words.test(refusal.texto))?.[1];
  if (known !== undefined) return known;
  if (refusal.entrada.kind === "oauth2") return { causa: "autorizacao", codigo: "autorizacao-recusada" };
  if (GOOGLE.test(refusal.servidor)) return { causa: "senha", codigo: "senha-recusada-google" };
  if (MICROSOFT.test(refusal.servidor)) return { causa: "senha", codigo: "senha-recusada-microsoft" };
  return { causa: "senha", codigo: "senha-recusada" };
}
