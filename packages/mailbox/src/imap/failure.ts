import type { FailureCode } from "../failure/codes.ts";
import { type FailureCause, MailOutage, toOutage } from "../failure/outage.ts";
import { classifyRefusal } from "../failure/sign-in-refusal.ts";
import { withoutSecret } from "../source/credentials.ts";
import type { MailboxConfig } from "../source/mail-source.ts";

/** Phase of a session; the same failure means something else in each phase. */
export type Phase = "tcp" | "tls" | "saudacao" | "entrada" | "listagem";

/** Context of an error; `bye` is the text of the server's BYE, if any. */
type ErrorContext = { phase: Phase; mailbox: MailboxConfig; bye: string | undefined };

/**
 * Fields of an imapflow error, without the secret. `dito` is the unredacted server text, only for
 * classification.
 */
type ImapError = {
  dito: string;
  code: string;
  message: string;
  responseStatus: string;
  texto: string;
  tlsFailed: boolean;
  authenticationFailed: boolean;
  mailboxMissing: boolean;
};

const TIMEOUT = /^(CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT|ETIMEOUT|LockTimeout)$/;
const PROTOCOL_ERROR =
  /^(ParserError|MAX_IMAP_NESTING|LineTooLarge|LiteralTooLarge|ResponseTooLarge|UnexpectedTag|InvalidResponse|ResponseProcessingFailed|Invalid)/;
const CLOSED = /^(NoConnection|EConnectionClosed|StateLogout|ClosedAfterConnect)/;

/** Connection test codes by cause and phase; other causes need no code. */
const CODES: Partial<Record<FailureCause, Record<Phase, FailureCode>>> = {
  tempo: {
    tcp: "tcp-sem-resposta",
    tls: "tls-sem-resposta",
    saudacao: "saudacao-sem-resposta",
    entrada: "entrada-sem-resposta",
    listagem: "listagem-sem-resposta",
  },
  interrompida: {
    tcp: "tcp-interrompida",
    tls: "tls-falhou",
    saudacao: "saudacao-interrompida",
    entrada: "entrada-interrompida",
    listagem: "listagem-interrompida",
  },
  protocolo: {
    tcp: "saudacao-estranha",
    tls: "tls-falhou",
    saudacao: "saudacao-estranha",
    entrada: "entrada-estranha",
    listagem: "listagem-estranha",
  },
};

/** Creates an outage of this phase, with its connection test code. */
export function outageOf(causa: FailureCause, detail: string, phase: Phase, cause?: unknown): MailOutage {
  const codigo = CODES[causa]?.[phase];
  return new MailOutage(causa, detail, {
    ...(codigo !== undefined && { codigo }),
    ...(cause !== undefined && { cause }),
  });
}

/**
 * Converts any imapflow error into one outage; an outage passes unchanged. The text of a refusal
 * comes from the server and never contains the password.
 */
export function toImapOutage(error: unknown, context: ErrorContext): MailOutage {
  if (error instanceof MailOutage) return error;
  const { phase, mailbox } = context;
  const imapError = readError(error, mailbox);
  const bye = context.bye === undefined ? undefined : withoutSecret(context.bye, mailbox);
  // @NOTE the imapflow error keeps the unreadable line, which may echo the secret
  const cause = phase === "entrada" ? undefined : error;
  if (imapError.mailboxMissing) {
    return new MailOutage("pasta", `no such folder: ${imapError.texto}`, { codigo: "pasta-inexistente" });
  }
  if (imapError.code === "ETHROTTLE") return later(imapError.texto);
  if (TIMEOUT.test(imapError.code))
    return outageOf("tempo", `${imapError.code} ${imapError.message}`, phase, cause);
  if (PROTOCOL_ERROR.test(imapError.code))
    return outageOf("protocolo", `${imapError.code} ${imapError.message}`, phase, cause);
  if (CLOSED.test(imapError.code)) return closed({ ...context, bye }, imapError);
  if (imapError.tlsFailed && !/^E(CONN|PIPE|TIMED)/.test(imapError.code)) return tlsFailed(imapError, error);
  if (imapError.authenticationFailed || phase === "entrada")
    return refused(imapError, { ...context, bye }, error);
  if (imapError.responseStatus !== "")
    return outageOf("protocolo", `refused: ${imapError.texto}`, phase, cause);
  return withPhase(toOutage(error), bye ?? imapError.message, phase);
}

/** The connection closed. A BYE before the session is established is a refusal. */
function closed(context: ErrorContext, imapError: ImapError): MailOutage {
  const { bye, phase } = context;
  if (bye !== undefined && phase === "entrada")
    return refused({ ...imapError, texto: bye, dito: bye }, context, null);
  if (bye !== undefined && phase !== "listagem") {
    return new MailOutage("recusada", `greeting: ${bye}`, { codigo: "saudacao-recusada" });
  }
  return outageOf("interrompida", bye ?? "the server closed the connection", phase);
}

function later(text: string): MailOutage {
  return new MailOutage("recusada", `asked to slow down: ${text}`, { codigo: "entrada-mais-tarde" });
}

function tlsFailed(imapError: ImapError, cause: unknown): MailOutage {
  if (imapError.code === "STARTTLS_INJECTION") {
    return new MailOutage("tls", imapError.message, { codigo: "starttls-injetado", cause });
  }
  if (imapError.code === "") {
    return new MailOutage("tls", imapError.message, { codigo: "starttls-nao-oferecido", cause });
  }
  const outage = toOutage(cause);
  return outage.causa === "tls"
    ? outage
    : new MailOutage("tls", outage.message, { codigo: "tls-falhou", cause });
}

/**
 * The sign-in failed. @NOTE imapflow sets `authenticationFailed` even for a lost connection. Only a
 * NO of the server concerns the password; otherwise each network fault would ask for a new one.
 */
function refused(imapError: ImapError, context: ErrorContext, cause: unknown): MailOutage {
  const { mailbox } = context;
  const said = imapError.texto === "" ? imapError.message : imapError.texto;
  if (/Login is disabled/.test(imapError.message)) {
    return new MailOutage("senha", "no password without TLS here", { codigo: "entrada-exige-tls" });
  }
  if (/authentication (method|mechanism)/.test(imapError.message)) {
    const oauth2 = mailbox.entrada.kind === "oauth2";
    return oauth2
      ? new MailOutage("autorizacao", "no OAuth2 here", { codigo: "entrada-sem-oauth" })
      : outageOf("protocolo", said, "entrada");
  }
  if (imapError.responseStatus !== "NO" && context.bye === undefined) {
    if (imapError.responseStatus === "") return withPhase(toOutage(cause), imapError.message, "entrada");
    return outageOf("protocolo", said, "entrada");
  }
  const { causa, codigo } = classifyRefusal({
    texto: imapError.dito,
    servidor: mailbox.servidor,
    entrada: mailbox.entrada,
  });
  return new MailOutage(causa, said, { codigo });
}

function withPhase(outage: MailOutage, detail: string, phase: Phase): MailOutage {
  if (outage.causa !== "interrompida" && outage.causa !== "tempo") return outage;
  return outageOf(outage.causa, detail, phase, phase === "entrada" ? undefined : outage.cause);
}

function readError(error: unknown, mailbox: MailboxConfig): ImapError {
  const raw: Record<string, unknown> = typeof error === "object" && error !== null ? { ...error } : {};
  const text = (key: string): string => (typeof raw[key] === "string" ? raw[key] : "");
  const message = error instanceof Error ? error.message : String(error);
  const said = [text("serverResponseCode"), text("responseText") || text("response")]
    .filter(Boolean)
    .join(" ");
  return {
    code: text("code"),
    message: withoutSecret(message, mailbox),
    responseStatus: text("responseStatus"),
    texto: withoutSecret(said, mailbox),
    dito: said || message,
    tlsFailed: raw.tlsFailed === true,
    authenticationFailed: raw.authenticationFailed === true,
    mailboxMissing: raw.mailboxMissing === true,
  };
}
