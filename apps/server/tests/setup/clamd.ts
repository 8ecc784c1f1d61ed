import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import fs from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import type { ClamdPlace } from "../../src/antivirus/clamd.ts";

/** The text that both test scanners detect, built here so that no file of the repository contains
 * it. */
export const TEST_VIRUS = ["MALOTE", "MARCA", "DE", "VIRUS", "DE", "TESTE"].join("-");
export const TEST_SIGNATURE = "Malote.Teste";

/** A scanner that speaks clamd's protocol on a real socket. */
export type FakeClamd = {
  place: ClamdPlace;
  /** Bytes of each complete scan. */
  scanned: Buffer[];
  /** The most connections that were open at once. */
  readonly mostOpen: number;
  /** Its behaviour from now on: scans, sends nothing, hangs up, or sends this answer. */
  behave(how: "examinar" | "calar" | "cair" | { resposta: string }): void;
  stop(): Promise<void>;
};

/** @param maxBytes its StreamMaxLength */
export async function startFakeClamd(maxBytes = 1_048_576): Promise<FakeClamd> {
  const scanned: Buffer[] = [];
  const open = new Set<net.Socket>();
  let how: Parameters<FakeClamd["behave"]>[0] = "examinar";
  let mostOpen = 0;
  const server = net.createServer((socket) => {
    open.add(socket);
    mostOpen = Math.max(mostOpen, open.size);
    let read = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
    socket.on("data", (piece) => {
      if (how === "cair") return void socket.destroy();
      if (how === "calar") return;
      read = Buffer.concat([read, piece]);
      const reply = typeof how === "object" ? how.resposta : replyTo(read, { maxBytes, scanned });
      if (reply !== null) socket.end(`${reply}\0`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    place: { host: "127.0.0.1", port },
    scanned,
    get mostOpen() {
      return mostOpen;
    },
    behave: (next) => {
      how = next;
    },
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const COMMAND = "zINSTREAM\0";

/** clamd's answer to the bytes read so far; null: it waits for more. */
function replyTo(
  read: Buffer,
  { maxBytes, scanned }: { maxBytes: number; scanned: Buffer[] },
): string | null {
  const command = read.subarray(0, COMMAND.length).toString("latin1");
  if (!COMMAND.startsWith(command)) return "UNKNOWN COMMAND";
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (let at = COMMAND.length; at + 4 <= read.length; ) {
    const size = read.readUInt32BE(at);
    if (size === 0) {
      const whole = Buffer.concat(chunks);
      scanned.push(whole);
      return whole.includes(TEST_VIRUS) ? `stream: ${TEST_SIGNATURE} FOUND` : "stream: OK";
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
    `${TEST_SIGNATURE}:0:*:${Buffer.from(TEST_VIRUS).toString("hex")}\n`,
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
