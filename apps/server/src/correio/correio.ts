import nodemailer from "nodemailer";
import type SMTPPool from "nodemailer/lib/smtp-pool/index.js";
import { Outage } from "../errors.ts";

/** Where letters leave from; `null` in the configuration = they do not leave. */
export type SmtpConfig = {
  servidor: string;
  porta: number;
  /** TLS from the first byte; otherwise STARTTLS, without which nothing goes on unless `semTls`. */
  tls: boolean;
  /** The operator said that this server has no TLS, or it is on this machine. */
  semTls: boolean;
  usuario: string | null;
  senha: string | null;
  /** "Malote <notas@empresa.example>" */
  de: string;
};

/** A letter, ready to go. `id` makes its Message-ID, the same at every try; responderA: whom an answer to it reaches, other than its sender. */
export type Carta = {
  id: string;
  para: string;
  responderA?: string;
  data: Date;
  assunto: string;
  texto: string;
  html: string;
};

/** The mail server took it, or will never take it. */
export type Entrega = { kind: "aceita" } | { kind: "recusada"; motivo: string };

/** The way out of the house for letters. */
export type Correio = {
  /** Hands a letter over; one that this process handed over before is not handed over again.
   * @throws {Outage} when the server is away, or asks for another try */
  deliver(carta: Carta): Promise<Entrega>;
  /** Greets the mail server and signs in. @throws when it is away or refuses us */
  check(): Promise<void>;
  /** Says goodbye to the mail server. */
  close(): void;
};

/** A letter that took longer is let go of, in ms: the lease of its tarefa, and the time to write the outcome down, must be longer. */
export const CARTA_MAX_MS = 90_000;
/** The whole of connecting, and the greeting. */
const CONNECT_MS = 20_000;
/** One answer. A server that searches a message for viruses answers late; who hung up before would send it again. */
const SILENCE_MS = 60_000;
const CONNECTIONS_MAX = 2;
/** What the mail server asks of the operator (a password, a certificate, another sender) is asked again this much later, in ms. */
const OPERATOR_MS = 900_000;
/** Characters kept of what a mail server answered. */
const MOTIVO_MAX = 300;
/** Letters remembered as accepted; they are only asked for again while the database is away. */
const ACCEPTED_MAX = 10_000;

const OPERATOR_CODES = new Set(["EAUTH", "ENOAUTH", "EOAUTH2", "ETLS", "EREQUIRETLS", "ECONFIG"]);
const PERMANENT = 500;
/** Replies about who we are, at whichever command they come. @source RFC 4954 §6 */
const SIGN_IN_REPLIES = new Set([530, 534, 535, 538]);
/** Commands whose answer is about the letter; all before them are about the house. */
const OF_THE_LETTER = new Set(["RCPT TO", "DATA"]);

/**
 * Opens nothing yet: the first letter connects.
 * @param cartaMaxMs longest one letter may take from its turn to its answer
 */
export function createCorreio(smtp: SmtpConfig | null, cartaMaxMs = CARTA_MAX_MS): Correio {
  if (smtp === null) {
    return {
      deliver: async () => ({ kind: "recusada", motivo: "sem-smtp" }),
      check: async () => {},
      close: () => {},
    };
  }
  const transport = nodemailer.createTransport(optionsOf(smtp));
  const dominio = /@([^>\s]+)>?\s*$/.exec(smtp.de)?.[1] ?? "malote.invalid";
  const accepted = new Set<string>();
  return {
    deliver: async (carta) => {
      if (accepted.has(carta.id)) return { kind: "aceita" };
      try {
        await transport.sendMail({
          messageId: `<${carta.id}@${dominio}>`,
          date: carta.data,
          from: smtp.de,
          // An object, not text: what looks like a list must stay one address.
          to: { name: "", address: carta.para },
          ...(carta.responderA === undefined ? {} : { replyTo: { name: "", address: carta.responderA } }),
          subject: carta.assunto,
          text: carta.texto,
          html: carta.html,
          signal: AbortSignal.timeout(cartaMaxMs),
          headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
        });
      } catch (error) {
        return refusalOf(error);
      }
      accepted.add(carta.id);
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
    // For a line that was dropped while nobody wrote; all other tries are the tarefa's.
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
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** @throws {Outage} unless the server refused this letter for good */
function refusalOf(error: unknown): Entrega {
  if (!(error instanceof Error)) throw error;
  const code = "code" in error ? String(error.code) : "";
  const said = "responseCode" in error ? Number(error.responseCode) : 0;
  const motivo = error.message.replace(/[^\x20-\x7e\u00a0-\uffff]+/g, " ").slice(0, MOTIVO_MAX);
  if (isOfTheLetter(error, said)) return { kind: "recusada", motivo: `recusada: ${motivo}` };
  const isOperators = OPERATOR_CODES.has(code) || said >= PERMANENT;
  // A temporary reply is the relay's own throttle; without any reply the relay is away, and its return is noticed.
  const espera = said > 0 && said < PERMANENT ? "pedida" : "correio";
  throw new Outage(`SMTP: ${code} ${motivo}`, isOperators ? OPERATOR_MS : 0, { cause: error, espera });
}

function isOfTheLetter(error: Error, said: number): boolean {
  if (said < PERMANENT || SIGN_IN_REPLIES.has(said)) return false;
  return "command" in error && OF_THE_LETTER.has(String(error.command));
}
