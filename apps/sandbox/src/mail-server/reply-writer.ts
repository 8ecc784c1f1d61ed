import type { Socket } from "node:net";
import type { FaultScript, MailFault, MailFaultName } from "./mail-faults.ts";
import type { ReplyPart } from "./session.ts";

/** Writes bytes to a socket and applies the faults of the script. */
export type ReplyWriter = {
  /** Returns false when the connection is closed, or stays silent by a fault. */
  write(parte: ReplyPart): Promise<boolean>;
  /** Continues on another socket (TLS inside the connection). */
  move(socket: Socket): void;
};

const INTERRUPTIONS: readonly MailFaultName[] = ["cair-no-retr", "parar-no-meio", "resetar-no-meio"];
const RESET_MS = 30;
const DEFAULT_PACE = { bytes: 256, ms: 100 };

/** @param tcp the connection itself, which faults interrupt, inside TLS or not */
export function createReplyWriter(tcp: Socket, script: FaultScript): ReplyWriter {
  let socket = tcp;
  /** Bytes written so far on this connection. */
  let written = 0;
  let silent = false;
  const say = async (bytes: Buffer): Promise<boolean> => {
    written += bytes.length;
    return send(socket, bytes);
  };
  return {
    move: (next) => {
      socket = next;
    },
    write: async (parte) => {
      if (script.plays("travar")) silent = true;
      if (silent || socket.destroyed) return false;
      const { fault } = script;
      const cut = findCut(script, parte, written);
      if (cut !== null && script.strikes(fault.nome)) {
        await say(parte.bytes.subarray(0, cut));
        silent = true;
        await interrupt(tcp, fault.nome);
        return false;
      }
      if (parte.mensagem && script.strikes("gotejar"))
        return drip(say, parte.bytes, fault.gota ?? DEFAULT_PACE);
      return say(parte.bytes);
    },
  };
}

/** How many of these bytes are sent before the fault strikes; null when all are. */
function findCut(
  script: FaultScript,
  { bytes, mensagem: message }: ReplyPart,
  written: number,
): number | null {
  const { fault, random } = script;
  if (!INTERRUPTIONS.includes(fault.nome)) return null;
  const { byte }: MailFault = fault;
  if (typeof byte === "number") return written + bytes.length > byte ? Math.max(byte - written, 0) : null;
  if (!message) return null;
  return byte === "acaso" ? random.integer(0, bytes.length - 1) : Math.ceil(bytes.length / 2);
}

async function interrupt(tcp: Socket, nome: MailFaultName): Promise<void> {
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
  pace: { bytes: number; ms: number },
): Promise<boolean> {
  for (let start = 0; start < bytes.length; start += pace.bytes) {
    if (!(await say(bytes.subarray(start, start + pace.bytes)))) return false;
    await wait(pace.ms);
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
