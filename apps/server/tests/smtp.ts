import { once } from "node:events";
import net from "node:net";

/**
 * The answer at a point of the dialogue. "calar" = no answer, "pingar" = one byte at a time without
 * end, "cair" = closes the connection.
 */
export type Resposta = string;
type Ponto = "ligar" | "EHLO" | "AUTH" | "MAIL" | "RCPT" | "DATA" | "FIM";

/** An SMTP server whose answers the test sets. */
export type SmtpFalso = {
  porta: number;
  /** Accepted messages, raw, in order. */
  aceitas: string[];
  /** Received commands, without the messages. */
  comandos: string[];
  /** Sets the answer from now on; null = the default. */
  say(ponto: Ponto, resposta: Resposta | null): void;
  /** Closes every open connection. */
  hangUp(): void;
  stop(): Promise<void>;
};

const PADRAO: Record<Ponto, string> = {
  ligar: "220 smtp.exemplo.test",
  EHLO: "250-smtp.exemplo.test\r\n250-AUTH PLAIN LOGIN\r\n250 8BITMIME",
  AUTH: "235 ok",
  MAIL: "250 ok",
  RCPT: "250 ok",
  DATA: "354 go on",
  FIM: "250 taken",
};

export async function startSmtpFalso(porta = 0): Promise<SmtpFalso> {
  const outras = new Map<Ponto, Resposta>();
  const aceitas: string[] = [];
  const comandos: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    serve(socket, { outras, aceitas, comandos });
  });
  server.listen(porta, "127.0.0.1");
  await once(server, "listening");
  return {
    porta: (server.address() as net.AddressInfo).port,
    aceitas,
    comandos,
    say: (ponto, resposta) => {
      if (resposta === null) outras.delete(ponto);
      else outras.set(ponto, resposta);
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

type Cena = { outras: Map<Ponto, Resposta>; aceitas: string[]; comandos: string[] };

function serve(socket: net.Socket, { outras, aceitas, comandos }: Cena): void {
  let text = "";
  let dados = false;
  const answer = (ponto: Ponto): void => {
    const resposta = outras.get(ponto) ?? PADRAO[ponto];
    if (resposta === "cair") socket.destroy();
    else if (resposta === "pingar") drip(socket);
    else if (resposta !== "calar") socket.write(`${resposta}\r\n`);
    if (ponto === "DATA") dados = resposta.startsWith("354");
  };
  answer("ligar");
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
    for (;;) {
      const end = text.indexOf(dados ? "\r\n.\r\n" : "\r\n");
      if (end < 0) return;
      const taken = text.slice(0, end);
      text = text.slice(end + (dados ? 5 : 2));
      if (dados) {
        dados = false;
        if ((outras.get("FIM") ?? PADRAO.FIM).startsWith("2")) aceitas.push(taken);
        answer("FIM");
        continue;
      }
      comandos.push(taken);
      const verbo = taken.slice(0, 4).toUpperCase();
      if (verbo === "QUIT") socket.end("221 bye\r\n");
      else if (verbo in PADRAO) answer(verbo as Ponto);
      else socket.write(verbo === "STAR" ? "502 not here\r\n" : "250 ok\r\n");
    }
  });
}
