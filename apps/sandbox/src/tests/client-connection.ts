import { connect, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from "node:tls";

/** A line-based connection of a POP3 or IMAP client. Bytes are read as latin1. */
export type ClientConnection = {
  /** All text received so far. */
  received(): string;
  send(...lines: string[]): void;
  /** Reads from now on up to the pattern, included.   @throws when the connection ends before it */
  until(pattern: RegExp): Promise<string>;
  /** Sends one line and reads the reply up to the pattern. */
  ask(line: string, pattern: RegExp): Promise<string>;
  /** Continues inside TLS. */
  secure(options: ConnectionOptions): Promise<TLSSocket>;
  /** How the connection ended: `closed`, or an error code. */
  closed: Promise<string>;
  close(): void;
};

export function openConnection(porta: number, tls?: ConnectionOptions): ClientConnection {
  let socket: Socket = tls
    ? connectTls({ host: "127.0.0.1", port: porta, ...tls })
    : connect(porta, "127.0.0.1");
  let text = "";
  let read = 0;
  let ended: string | null = null;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const check of [...waiting]) check();
  };
  let resolveEnd: (how: string) => void = () => undefined;
  const closed = new Promise<string>((resolve) => {
    resolveEnd = resolve;
  });
  const end = (how: string): void => {
    ended ??= how;
    resolveEnd(ended);
    wake();
  };
  const listen = (): void => {
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      wake();
    });
    socket.on("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    socket.on("close", () => end("fim"));
  };
  listen();
  const until = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const match = pattern.exec(text.slice(read));
        if (!match && ended === null) return;
        waiting.delete(check);
        if (!match) {
          reject(new Error(`ended (${ended}) before ${pattern}`));
          return;
        }
        const said = text.slice(read, read + match.index + match[0].length);
        read += said.length;
        resolve(said);
      };
      waiting.add(check);
      check();
    });
  const send = (...lines: string[]): void =>
    void socket.write(lines.map((line) => `${line}\r\n`).join(""), "latin1");
  return {
    received: () => text,
    send,
    until,
    ask: (line, pattern) => {
      send(line);
      return until(pattern);
    },
    secure: async (options) => {
      socket.removeAllListeners();
      const secured = connectTls({ socket, ...options });
      socket = secured;
      listen();
      await new Promise<void>((resolve, reject) => {
        secured.once("secureConnect", resolve);
        secured.once("close", () => reject(new Error(`no TLS: ${ended}`)));
      });
      return secured;
    },
    closed,
    close: () => socket.destroy(),
  };
}
