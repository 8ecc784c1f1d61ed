import { createServer, type Socket } from "node:net";
import { closeServer, listenNear, listenOn } from "../listen.ts";
import type { Caixa } from "./caixa.ts";
import { type Credencial, createSessaoPop3 } from "./pop3-sessao.ts";

/** How the box may misbehave: refuse the password, take a connection and say nothing, hang up in the middle of a
 * message, or not be there at all. */
export const FALHAS_CORREIO = ["nenhuma", "recusar-senha", "travar", "cair-no-retr", "fora-do-ar"] as const;
export type FalhaCorreio = (typeof FALHAS_CORREIO)[number];

export type Pop3Server = {
  readonly porta: number;
  readonly falha: FalhaCorreio;
  setFalha(falha: FalhaCorreio): Promise<void>;
  /** Connections taken and messages handed over since the start. */
  readonly contadores: { conexoes: number; retiradas: number };
  stop(): Promise<void>;
};

const IDLE_MS = 600_000;
const LINE_MAX = 1024;

/** Serves a box over POP3 on loopback. */
export async function startPop3(o: {
  caixa: Caixa;
  credencial: Credencial;
  porta: number;
}): Promise<Pop3Server> {
  let falha: FalhaCorreio = "nenhuma";
  const contadores = { conexoes: 0, retiradas: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    contadores.conexoes += 1;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    serve(socket, { caixa: o.caixa, credencial: o.credencial, falha: () => falha, contadores });
  });
  const porta = await listenNear(server, o.porta);
  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const close = async (): Promise<void> => {
    const closed = closeServer(server);
    hangUp();
    await closed;
  };
  return {
    porta,
    get falha() {
      return falha;
    },
    contadores,
    setFalha: async (next) => {
      falha = next;
      if (next === "fora-do-ar") await close();
      else if (!server.listening) await listenOn(server, porta);
    },
    stop: close,
  };
}

type Serving = {
  caixa: Caixa;
  credencial: Credencial;
  falha(): FalhaCorreio;
  contadores: { retiradas: number };
};

function serve(socket: Socket, serving: Serving): void {
  socket.on("error", () => socket.destroy());
  if (serving.falha() === "travar") return;
  const sessao = createSessaoPop3({ ...serving, recusaSenha: () => serving.falha() === "recusar-senha" });
  let pending = Buffer.alloc(0);
  socket.setTimeout(IDLE_MS, () => socket.destroy());
  socket.write(sessao.saudacao);
  socket.on("data", (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (let end = pending.indexOf("\n"); end >= 0; end = pending.indexOf("\n")) {
      const linha = pending.subarray(0, end).toString("utf8").replace(/\r$/, "");
      pending = pending.subarray(end + 1);
      const { bytes, fim, retirada } = sessao.answer(linha);
      if (serving.falha() === "travar") return;
      if (retirada && serving.falha() === "cair-no-retr") return hangUpInTheMiddle(socket, bytes);
      if (retirada) serving.contadores.retiradas += 1;
      socket.write(bytes);
      if (fim) return void socket.end();
    }
    if (pending.length > LINE_MAX) socket.destroy();
  });
}

function hangUpInTheMiddle(socket: Socket, bytes: Buffer): void {
  socket.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => socket.destroy());
}
