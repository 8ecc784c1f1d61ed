import { once } from "node:events";
import net from "node:net";

/**
 * What the server answers at a point of the dialogue, instead of going on. "calar" = nothing at all, "pingar" = one letter
 * at a time and no end, "cair" = it hangs up.
 */
export type Resposta = string;
type Ponto = "ligar" | "EHLO" | "AUTH" | "MAIL" | "RCPT" | "DATA" | "FIM";

/** A mail server that says what a test wants it to say. */
export type SmtpFalso = {
  porta: number;
  /** Messages it has taken, raw, in their order. */
  aceitas: string[];
  /** Commands it was sent, without the messages. */
  comandos: string[];
  /** Answers differently from now on; null = as it should. */
  say(ponto: Ponto, resposta: Resposta | null): void;
  /** Drops every line that is open. */
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

/** No silence is ever long enough for a client to give up on. */
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
