import type { Entrada } from "../source/mail-source.ts";
import type { CodigoFalha } from "./codes.ts";
import type { CausaFalha } from "./outage.ts";

type Motivo = { causa: CausaFalha; codigo: CodigoFalha };

/**
 * Refusal texts of servers; the first match applies. The codes in brackets are standard, the words
 * come from Dovecot, Courier, Cyrus, Exchange, Gmail and qpopper.
 * @source RFC 2449 §8, RFC 3206 §4, RFC 5530 §3
 */
const MOTIVOS: readonly [RegExp, Motivo][] = [
  [/application-specific password|app(lication)? password/i, { causa: "senha", codigo: "senha-de-app" }],
  [
    /not enabled for (pop|imap)|(pop3?|imap4?) (access|login)s? (is |are )?(disabled|not (enabled|allowed))/i,
    { causa: "senha", codigo: "acesso-desligado" },
  ],
  [
    /PRIVACYREQUIRED|(plain|clear) ?text (auth|login|password)\S* (is |are )?(dis|not |only )|(requires?|must use|need|only over|without) (\S+ ){0,3}(tls|ssl|starttls|stls|encrypt)/i,
    { causa: "senha", codigo: "entrada-exige-tls" },
  ],
  [/\[LOGIN-DELAY|\[SYS\/|\[(UNAVAILABLE|LIMIT)\b|account.{0,20}\block/i, depois("entrada-mais-tarde")],
  [/\[IN-?USE\]|\b(locks?|locked|in use|busy)\b/i, depois("caixa-em-uso")],
  [/\b(try again|too many|temporar\w*|unavailable)\b/i, depois("entrada-mais-tarde")],
];

function depois(codigo: CodigoFalha): Motivo {
  return { causa: "recusada", codigo };
}

const GOOGLE = /(^|\.)(gmail|googlemail|google)\.com$/i;
const MICROSOFT = /(^|\.)(office365|outlook|hotmail|live|office)\.com$/i;

/**
 * Classifies a refused sign-in: retry later (causa `recusada`), or bad credentials (`senha`,
 * `autorizacao`).
 * @param recusa text and name of the server; some providers accept no plain password
 */
export function classifyRecusa(recusa: {
  texto: string;
  servidor: string;
  entrada: Pick<Entrada, "kind">;
}): Motivo {
  const known = MOTIVOS.find(([words]) => words.test(recusa.texto))?.[1];
  if (known !== undefined) return known;
  if (recusa.entrada.kind === "oauth2") return { causa: "autorizacao", codigo: "autorizacao-recusada" };
  if (GOOGLE.test(recusa.servidor)) return { causa: "senha", codigo: "senha-recusada-google" };
  if (MICROSOFT.test(recusa.servidor)) return { causa: "senha", codigo: "senha-recusada-microsoft" };
  return { causa: "senha", codigo: "senha-recusada" };
}
