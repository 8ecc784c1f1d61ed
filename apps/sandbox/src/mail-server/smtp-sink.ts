import { SMTPServer } from "smtp-server";
import { closeServer, listenNear } from "../listen.ts";
import { type ParsedEmail, readEmail } from "./read-email.ts";

/** A message that the product sent and the SMTP sink kept. */
export type SentEmail = ParsedEmail & {
  id: number;
  de: string;
  para: string[];
  recebidoEm: Date;
  raw: Buffer;
};

/** The SMTP sink: accepts every message and delivers none. */
export type SmtpSink = {
  readonly porta: number;
  /** The newest first, at most the last 200. */
  list(): readonly SentEmail[];
  find(id: number): SentEmail | undefined;
  stop(): Promise<void>;
};

const KEPT_MAX = 200;
const MESSAGE_MAX = 50 * 1024 * 1024;
const CLOSE_TIMEOUT_MS = 200;

export async function startSmtpSink(o: { porta: number; now(): Date }): Promise<SmtpSink> {
  let sentEmails: SentEmail[] = [];
  let lastId = 0;
  const smtp = new SMTPServer({
    banner: "Malote: nada sai daqui",
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onAuth: (_auth, _session, callback) => callback(null, { user: "demo" }),
    disableReverseLookup: true,
    size: MESSAGE_MAX,
    closeTimeout: CLOSE_TIMEOUT_MS,
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", callback);
      stream.on("end", () => {
        if (stream.sizeExceeded) return callback(new Error("552 message too big"));
        const raw = Buffer.concat(chunks);
        const { mailFrom, rcptTo } = session.envelope;
        const de = mailFrom ? mailFrom.address : "";
        const para = rcptTo.map((recipient) => recipient.address);
        const sentEmail = { id: ++lastId, de, para, recebidoEm: o.now(), raw, ...readEmail(raw) };
        sentEmails = [sentEmail, ...sentEmails].slice(0, KEPT_MAX);
        callback();
      });
    },
  });
  smtp.on("error", () => undefined);
  const porta = await listenNear(smtp.server, o.porta);
  return {
    porta,
    list: () => sentEmails,
    find: (id) => sentEmails.find((sentEmail) => sentEmail.id === id),
    stop: async () => {
      await Promise.all([new Promise<void>((done) => smtp.close(() => done())), closeServer(smtp.server)]);
    },
  };
}
