import { once } from "node:events";
import net from "node:net";

/**
 * The answer at a point of the dialogue. "calar" = no answer, "pingar" = one byte at a time without
 * end, "cair" = closes the connection.
 */
export type SmtpReply = string;
type SmtpStep = "ligar" | "EHLO" | "AUTH" | "MAIL" | "RCPT" | "DATA" | "FIM";

/** An SMTP server whose answers the test sets. */
export type FakeSmtpServer = {
  port: number;
  /** Accepted messages, raw, in order. */
  accepted: string[];
  /** Received commands, without the messages. */
  commands: string[];
  /** Sets the answer from now on; null = the default. */
  replyWith(step: SmtpStep, reply: SmtpReply | null): void;
  /** Closes every open connection. */
  hangUp(): void;
  stop(): Promise<void>;
};

const DEFAULT_REPLIES: Record<SmtpStep, string> = {
  ligar: "220 smtp.exemplo.test",
  EHLO: "250-smtp.exemplo.test\r\n250-AUTH PLAIN LOGIN\r\n250 8BITMIME",
  AUTH: "235 ok",
  MAIL: "250 ok",
  RCPT: "250 ok",
  DATA: "354 go on",
  FIM: "250 taken",
};

export async function startFakeSmtpServer(port = 0): Promise<FakeSmtpServer> {
  const replies = new Map<SmtpStep, SmtpReply>();
  const accepted: string[] = [];
  const commands: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    serve(socket, { replies, accepted, commands });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as net.AddressInfo).port,
    accepted,
    commands,
    replyWith: (step, reply) => {
      if (reply === null) replies.delete(step);
      else replies.set(step, reply);
    },
    hangUp: () => {
      for (const socket of sockets) socket.end();
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Writes often enough that no idle timeout of the client expires. */
function drip(socket: net.Socket): void {
  const timer = setInterval(() => socket.write("2"), 20);
  socket.on("close", () => clearInterval(timer));
}

type SmtpState = { replies: Map<SmtpStep, SmtpReply>; accepted: string[]; commands: string[] };

function serve(socket: net.Socket, { replies, accepted, commands }: SmtpState): void {
  let text = "";
  let inData = false;
  const answer = (step: SmtpStep): void => {
    const reply = replies.get(step) ?? DEFAULT_REPLIES[step];
    if (reply === "cair") socket.destroy();
    else if (reply === "pingar") drip(socket);
    else if (reply !== "calar") socket.write(`${reply}\r\n`);
    if (step === "DATA") inData = reply.startsWith("354");
  };
  answer("ligar");
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
    for (;;) {
      const end = text.indexOf(inData ? "\r\n.\r\n" : "\r\n");
      if (end < 0) return;
      const taken = text.slice(0, end);
      text = text.slice(end + (inData ? 5 : 2));
      if (inData) {
        inData = false;
        if ((replies.get("FIM") ?? DEFAULT_REPLIES.FIM).startsWith("2")) accepted.push(taken);
        answer("FIM");
        continue;
      }
      commands.push(taken);
      const verb = taken.slice(0, 4).toUpperCase();
      if (verb === "QUIT") socket.end("221 bye\r\n");
      else if (verb in DEFAULT_REPLIES) answer(verb as SmtpStep);
      else socket.write(verb === "STAR" ? "502 not here\r\n" : "250 ok\r\n");
    }
  });
}
