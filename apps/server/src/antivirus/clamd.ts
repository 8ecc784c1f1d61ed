import net from "node:net";
import { Outage } from "../errors.ts";

/** Address of clamd. */
export type ClamdPlace = { host: string; port: number } | { path: string };

/** clamd's result. found: with the name of the signature. too-large: above StreamMaxLength. */
export type Verdict = { kind: "clean" } | { kind: "found"; signature: string } | { kind: "too-large" };

/** Limits of connecting and of each silence, in ms: clamd answers only after the whole scan. */
export type ClamdWaits = { connectMs: number; silenceMs: number };

const WAITS: ClamdWaits = { connectMs: 5_000, silenceMs: 60_000 };
/** Longest reply: one line. */
const REPLY_MAX = 4_096;
const CHUNK_MAX = 1_048_576;
/** Wait before a retry, in ms. */
const RETRY_MS = 60_000;
const SIGNATURE_MAX = 200;
const TRIES_MAX = 4;

/** The bytes to scan, in order. */
export type ScanSource = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Scans a stream with clamd. On "size limit exceeded" clamd replies and closes at once, and a write
 * at that moment loses the reply. So a connection cut while sending is retried.
 * @param read opens the bytes from the start, for each attempt
 * @throws {Outage} when clamd does not answer, or answers with an error
 * @source clamd(8), INSTREAM: "zINSTREAM\0", chunks of a 4-byte length in network order and that
 * many bytes, a length of 0
 */
export async function scanInstream(
  place: ClamdPlace,
  read: () => ScanSource,
  waits: ClamdWaits = WAITS,
): Promise<Verdict> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await scanOnce(place, read(), waits);
    } catch (error) {
      if (tries === TRIES_MAX || !isCut(error)) throw error;
    }
  }
}

function isCut(error: unknown): boolean {
  const { code } = (error instanceof Outage && (error.cause as NodeJS.ErrnoException | undefined)) || {};
  return code === "EPIPE" || code === "ECONNRESET";
}

async function scanOnce(place: ClamdPlace, source: ScanSource, waits: ClamdWaits): Promise<Verdict> {
  const socket = net.connect(place);
  socket.setTimeout(waits.connectMs, () => socket.destroy(new Error("clamd did not answer in time")));
  socket.once("connect", () => socket.setTimeout(waits.silenceMs));
  const reply = readReply(socket);
  // A reply before the end of the bytes stops the sending: clamd has decided, or accepts no more.
  reply.catch(() => {});
  try {
    await sendChunks(socket, source, reply);
    return readVerdict(await reply);
  } catch (error) {
    if (error instanceof SourceError) throw error.cause;
    if (error instanceof Outage) throw error;
    throw new Outage("clamd is unavailable", RETRY_MS, { cause: error, espera: "antivirus" });
  } finally {
    socket.destroy();
  }
}

/** The source failed, not clamd. */
class SourceError extends Error {}

async function sendChunks(socket: net.Socket, source: ScanSource, reply: Promise<string>): Promise<void> {
  let isAnswered = false;
  const answered = reply.finally(() => {
    isAnswered = true;
  });
  answered.catch(() => {});
  const send = async (bytes: Uint8Array): Promise<void> => {
    if (isAnswered || socket.write(bytes)) return;
    await Promise.race([new Promise<void>((resolve) => socket.once("drain", resolve)), answered]);
  };
  await send(Buffer.from("zINSTREAM\0"));
  for await (const piece of readSource(source)) {
    for (let at = 0; at < piece.length && !isAnswered; at += CHUNK_MAX) {
      const chunk = piece.subarray(at, at + CHUNK_MAX);
      await send(lengthOf(chunk.length));
      await send(chunk);
    }
    if (isAnswered) return;
  }
  await send(lengthOf(0));
}

async function* readSource(source: ScanSource): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    throw new SourceError("the bytes to scan cannot be read", { cause: error });
  }
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** The text up to its NUL. @throws when the connection ends before */
function readReply(socket: net.Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let read = "";
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      read += text;
      const end = read.indexOf("\0");
      if (end >= 0) resolve(read.slice(0, end));
      else if (read.length > REPLY_MAX) reject(new Error("clamd's reply does not end"));
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("clamd closed the connection without a reply")));
  });
}

/** @throws {Outage} for a reply that is neither clean nor found */
function readVerdict(reply: string): Verdict {
  const found = /^stream: (.+) FOUND$/.exec(reply.trim());
  if (found?.[1] !== undefined) return { kind: "found", signature: found[1].slice(0, SIGNATURE_MAX) };
  if (reply.trim() === "stream: OK") return { kind: "clean" };
  if (/size limit exceeded/i.test(reply)) return { kind: "too-large" };
  const said = reply.replace(/[^\x20-\x7e]+/g, " ").slice(0, SIGNATURE_MAX);
  throw new Outage(`clamd: ${said}`, RETRY_MS, { espera: "antivirus" });
}
