import { MINUTE_MS } from "@malote/syntax";
import nodemailer from "nodemailer";
import type SMTPPool from "nodemailer/lib/smtp-pool/index.js";
import { Outage } from "../errors.ts";

/** The SMTP server for outgoing e-mails; `null` in the configuration = none are sent. */
export type SmtpConfig = {
  servidor: string;
  porta: number;
  /** TLS from the first byte; otherwise STARTTLS is required unless `semTls`. */
  tls: boolean;
  /** The operator allowed a connection without TLS, or the server is on this machine. */
  semTls: boolean;
  usuario: string | null;
  senha: string | null;
  /** "Malote <notas@empresa.example>" */
  de: string;
};

/**
 * An e-mail to send. id: makes its Message-ID, the same at every attempt. responderA: the Reply-To address.
 */
export type OutgoingEmail = {
  id: string;
  para: string;
  responderA?: string;
  data: Date;
  assunto: string;
  texto: string;
  /** null = plain text only. */
  html: string | null;
};

/** The mail server accepted the e-mail, or refused it permanently. */
export type SendResult = { kind: "aceita" } | { kind: "recusada"; motivo: string };

/** Sends e-mails. */
export type Mailer = {
  /**
   * Sends an e-mail, unless this process already sent one with the same id.
   * @throws {Outage} when the server is unavailable, or asks for another attempt
   */
  send(email: OutgoingEmail): Promise<SendResult>;
  /** Connects to the mail server and signs in. @throws when it is unavailable or refuses the sign-in */
  check(): Promise<void>;
  /** Closes the connections. */
  close(): void;
};

/**
 * Time limit for sending one e-mail, in ms. The tarefa's
 * lease must be longer, with time to record the outcome.
 */
export const EMAIL_MAX_MS = 90_000;
/** Time limit for connecting, and again for the greeting. */
const CONNECT_MS = 20_000;
/**
 * Time limit for one reply. A server that scans for viruses
 * replies late; hanging up earlier would send a duplicate.
 */
const REPLY_MS = 60_000;
const CONNECTIONS_MAX = 2;
/** Retry delay when only the operator can fix the cause (password, certificate, sender address), in ms. */
const OPERATOR_RETRY_MS = 15 * MINUTE_MS;
/** Most characters kept of a mail server's reply. */
const REASON_MAX = 300;
/** Ids of accepted e-mails that are remembered. They are sent again only if the database lost the outcome. */
const ACCEPTED_MAX = 10_000;

const OPERATOR_CODES = new Set(["EAUTH", "ENOAUTH", "EOAUTH2", "ETLS", "EREQUIRETLS", "ECONFIG"]);
const PERMANENT = 500;
/** Reply codes about our sign-in, at any command. @source RFC 4954 §6 */
const SIGN_IN_REPLIES = new Set([530, 534, 535, 538]);
/** Commands whose reply is about this e-mail. Replies to earlier commands are about this installation. */
const EMAIL_COMMANDS = new Set(["RCPT TO", "DATA"]);

/**
 * Does not connect yet: the first e-mail does.
 * @param emailMaxMs time limit for one e-mail
 */
export function createMailer(smtp: SmtpConfig | null, emailMaxMs = EMAIL_MAX_MS): Mailer {
  if (smtp === null) {
    return {
      send: async () => ({ kind: "recusada", motivo: "sem-smtp" }),
      check: async () => {},
      close: () => {},
    };
  }
  const transport = nodemailer.createTransport(optionsOf(smtp));
  const domain = /@([^>\s]+)>?\s*$/.exec(smtp.de)?.[1] ?? "malote.invalid";
  const accepted = new Set<string>();
  return {
    send: async (email) => {
      if (accepted.has(email.id)) return { kind: "aceita" };
      try {
        await transport.sendMail({
          messageId: `<${email.id}@${domain}>`,
          date: email.data,
          from: smtp.de,
          // An object, not text: nodemailer would parse text with commas as several addresses.
          to: { name: "", address: email.para },
          ...(email.responderA === undefined ? {} : { replyTo: { name: "", address: email.responderA } }),
          subject: email.assunto,
          text: email.texto,
          ...(email.html === null ? {} : { html: email.html }),
          signal: AbortSignal.timeout(emailMaxMs),
          headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
        });
      } catch (error) {
        return refusalOf(error);
      }
      accepted.add(email.id);
      if (accepted.size > ACCEPTED_MAX) accepted.delete([...accepted][0] ?? "");
      return { kind: "aceita" };
    },
    check: async () => void (await transport.verify()),
    close: () => transport.close(),
  };
}

function optionsOf(smtp: SmtpConfig): SMTPPool.Options {
  const { servidor, porta, tls, semTls, usuario, senha } = smtp;
  return {
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    // One retry for a pooled connection that was dropped while idle; the tarefa makes all other attempts.
    maxRequeues: 1,
    host: servidor,
    port: porta,
    secure: tls,
    requireTLS: !tls && !semTls,
    ignoreTLS: semTls,
    tls: { minVersion: "TLSv1.2", rejectUnauthorized: true },
    ...(usuario === null ? {} : { auth: { user: usuario, pass: senha ?? "" } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: REPLY_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** @throws {Outage} unless the server refused this e-mail permanently */
function refusalOf(error: unknown): SendResult {
  if (!(error instanceof Error)) throw error;
  const code = "code" in error ? String(error.code) : "";
  const replyCode = "responseCode" in error ? Number(error.responseCode) : 0;
  const reason = error.message.replace(/[^\x20-\x7e\u00a0-\uffff]+/g, " ").slice(0, REASON_MAX);
  if (isAboutEmail(error, replyCode)) return { kind: "recusada", motivo: `recusada: ${reason}` };
  const needsOperator = OPERATOR_CODES.has(code) || replyCode >= PERMANENT;
  // A temporary reply is the server's own throttle. Without any reply the server is unavailable, and its
  // return resumes the work.
  const waitKind = replyCode > 0 && replyCode < PERMANENT ? "pedida" : "correio";
  throw new Outage(`SMTP: ${code} ${reason}`, needsOperator ? OPERATOR_RETRY_MS : 0, {
    cause: error,
    espera: waitKind,
  });
}

function isAboutEmail(error: Error, replyCode: number): boolean {
  if (replyCode < PERMANENT || SIGN_IN_REPLIES.has(replyCode)) return false;
  return "command" in error && EMAIL_COMMANDS.has(String(error.command));
}
