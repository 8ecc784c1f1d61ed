import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import fs from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import type { ClamdPlace } from "../src/antivirus/clamd.ts";

/** The text that both test scanners detect, built here so that no file of the repository contains
 * it. */
export const MARCA = ["MALOTE", "MARCA", "DE", "VIRUS", "DE", "TESTE"].join("-");
export const ASSINATURA = "Malote.Teste";

/** A scanner that speaks clamd's protocol on a real socket. */
export type ClamdFalso = {
  place: ClamdPlace;
  /** Bytes of each complete scan. */
  vistos: Buffer[];
  /** The most connections that were open at once. */
  readonly juntos: number;
  /** Its behaviour from now on: scans, sends nothing, hangs up, or sends this answer. */
  say(how: "examinar" | "calar" | "cair" | { resposta: string }): void;
  stop(): Promise<void>;
};

/** @param maxBytes its StreamMaxLength */
export async function startClamdFalso(maxBytes = 1_048_576): Promise<ClamdFalso> {
  const vistos: Buffer[] = [];
  const open = new Set<net.Socket>();
  let how: Parameters<ClamdFalso["say"]>[0] = "examinar";
  let juntos = 0;
  const server = net.createServer((socket) => {
    open.add(socket);
    juntos = Math.max(juntos, open.size);
    let read = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
    socket.on("data", (piece) => {
      if (how === "cair") return void socket.destroy();
      if (how === "calar") return;
      read = Buffer.concat([read, piece]);
      const reply = typeof how === "object" ? how.resposta : replyTo(read, { maxBytes, vistos });
      if (reply !== null) socket.end(`${reply}\0`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    place: { host: "127.0.0.1", port },
    vistos,
    get juntos() {
      return juntos;
    },
    say: (next) => {
      how = next;
    },
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const COMANDO = "zINSTREAM\0";

/** clamd's answer to the bytes read so far; null: it waits for more. */
function replyTo(read: Buffer, { maxBytes, vistos }: { maxBytes: number; vistos: Buffer[] }): string | null {
  const comando = read.subarray(0, COMANDO.length).toString("latin1");
  if (!COMANDO.startsWith(comando)) return "UNKNOWN COMMAND";
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (let at = COMANDO.length; at + 4 <= read.length; ) {
    const size = read.readUInt32BE(at);
    if (size === 0) {
      const whole = Buffer.concat(chunks);
      vistos.push(whole);
      return whole.includes(MARCA) ? `stream: ${ASSINATURA} FOUND` : "stream: OK";
    }
    bytes += size;
    if (bytes > maxBytes) return "INSTREAM size limit exceeded. ERROR";
    if (at + 4 + size > read.length) return null;
    chunks.push(read.subarray(at + 4, at + 4 + size));
    at += 4 + size;
  }
  return null;
}

/** Whether Debian's clamd is installed on this machine. */
export const HAS_CLAMD = spawnSync("clamd", ["--version"]).status === 0;

/** Debian's clamd with one signature of ours: the official ones cannot be downloaded here. */
export async function startClamd(): Promise<{ place: ClamdPlace; stop(): Promise<void> }> {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), "clamd-t-"));
  const socket = path.join(dir, "clamd.ctl");
  await fs.mkdir(path.join(dir, "db"));
  await fs.writeFile(
    path.join(dir, "db", "teste.ndb"),
    `${ASSINATURA}:0:*:${Buffer.from(MARCA).toString("hex")}\n`,
  );
  const conf = [
    `LocalSocket ${socket}`,
    `DatabaseDirectory ${path.join(dir, "db")}`,
    `User ${os.userInfo().username}`,
    "Foreground yes",
    "StreamMaxLength 1M",
    "Bytecode no",
  ];
  await fs.writeFile(path.join(dir, "clamd.conf"), `${conf.join("\n")}\n`);
  const child = spawn("clamd", ["-c", path.join(dir, "clamd.conf")], { stdio: "ignore" });
  await untilThere(socket, child);
  return {
    place: { path: socket },
    stop: async () => {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await gone;
      await fs.rm(dir, { recursive: true, force: true });
    },
  };
}

async function untilThere(socket: string, child: ChildProcess): Promise<void> {
  while (!(await fs.stat(socket).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`clamd ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
