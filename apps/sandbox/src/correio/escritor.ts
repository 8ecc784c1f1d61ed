import type { Socket } from "node:net";
import type { Falha, FalhaCorreio, Roteiro } from "./falhas.ts";
import type { Parte } from "./sessao.ts";

/** Writes bytes to a socket and applies the faults of the script. */
export type Escritor = {
  /** Returns false when the connection is closed, or stays silent by a fault. */
  write(parte: Parte): Promise<boolean>;
  /** Continues on another socket (TLS inside the connection). */
  move(socket: Socket): void;
};

const INTERRUPCOES: readonly FalhaCorreio[] = ["cair-no-retr", "parar-no-meio", "resetar-no-meio"];
const RESET_MS = 30;
const GOTA = { bytes: 256, ms: 100 };

/** @param tcp the connection itself, which faults interrupt, inside TLS or not */
export function createEscritor(tcp: Socket, roteiro: Roteiro): Escritor {
  let socket = tcp;
  /** Bytes written so far on this connection. */
  let ditos = 0;
  let calado = false;
  const say = async (bytes: Buffer): Promise<boolean> => {
    ditos += bytes.length;
    return send(socket, bytes);
  };
  return {
    move: (next) => {
      socket = next;
    },
    write: async (parte) => {
      if (roteiro.plays("travar")) calado = true;
      if (calado || socket.destroyed) return false;
      const { falha } = roteiro;
      const corte = findCorte(roteiro, parte, ditos);
      if (corte !== null && roteiro.strikes(falha.nome)) {
        await say(parte.bytes.subarray(0, corte));
        calado = true;
        await interrupt(tcp, falha.nome);
        return false;
      }
      if (parte.mensagem && roteiro.strikes("gotejar")) return drip(say, parte.bytes, falha.gota ?? GOTA);
      return say(parte.bytes);
    },
  };
}

/** How many of these bytes are sent before the fault strikes; null when all are. */
function findCorte(roteiro: Roteiro, { bytes, mensagem }: Parte, ditos: number): number | null {
  const { falha, sorteio } = roteiro;
  if (!INTERRUPCOES.includes(falha.nome)) return null;
  const { byte }: Falha = falha;
  if (typeof byte === "number") return ditos + bytes.length > byte ? Math.max(byte - ditos, 0) : null;
  if (!mensagem) return null;
  return byte === "acaso" ? sorteio.integer(0, bytes.length - 1) : Math.ceil(bytes.length / 2);
}

async function interrupt(tcp: Socket, nome: FalhaCorreio): Promise<void> {
  if (nome === "cair-no-retr") tcp.destroy();
  if (nome !== "resetar-no-meio") return;
  // @NOTE a reset that overtakes the last bytes looks like an orderly close to the client.
  await wait(RESET_MS);
  tcp.resetAndDestroy();
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function drip(
  say: (bytes: Buffer) => Promise<boolean>,
  bytes: Buffer,
  gota: { bytes: number; ms: number },
): Promise<boolean> {
  for (let start = 0; start < bytes.length; start += gota.bytes) {
    if (!(await say(bytes.subarray(start, start + gota.bytes)))) return false;
    await wait(gota.ms);
  }
  return true;
}

/** Resolves true when the socket accepted the bytes; false when it is closed. */
function send(socket: Socket, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve(false);
    const gone = (): void => resolve(false);
    socket.once("close", gone);
    socket.write(bytes, (error) => {
      socket.off("close", gone);
      resolve(!error);
    });
  });
}
