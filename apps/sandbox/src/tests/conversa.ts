import { connect, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from "node:tls";

/** A line-based connection of a POP3 or IMAP client. Bytes are read as latin1. */
export type Conversa = {
  /** All text received so far. */
  ouvido(): string;
  say(...linhas: string[]): void;
  /** Reads from now on up to the pattern, included.   @throws when the connection ends before it */
  until(pattern: RegExp): Promise<string>;
  /** Sends one line and reads the reply up to the pattern. */
  ask(linha: string, pattern: RegExp): Promise<string>;
  /** Continues inside TLS. */
  secure(options: ConnectionOptions): Promise<TLSSocket>;
  /** How the connection ended: `fim`, or an error code. */
  fim: Promise<string>;
  close(): void;
};

export function openConversa(porta: number, tls?: ConnectionOptions): Conversa {
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
  let tellEnd: (how: string) => void = () => undefined;
  const fim = new Promise<string>((resolve) => {
    tellEnd = resolve;
  });
  const end = (how: string): void => {
    ended ??= how;
    tellEnd(ended);
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
  const say = (...linhas: string[]): void =>
    void socket.write(linhas.map((linha) => `${linha}\r\n`).join(""), "latin1");
  return {
    ouvido: () => text,
    say,
    until,
    ask: (linha, pattern) => {
      say(linha);
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
    fim,
    close: () => socket.destroy(),
  };
}
