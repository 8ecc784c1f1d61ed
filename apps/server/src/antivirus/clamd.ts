import net from "node:net";
import { Outage } from "../errors.ts";

/** Where clamd listens. */
export type ClamdPlace = { host: string; port: number } | { path: string };

/** What clamd says of some bytes. found: the name of the signature. too-large: more than its StreamMaxLength. */
export type Verdict = { kind: "clean" } | { kind: "found"; signature: string } | { kind: "too-large" };

/** Connecting and each silence, in ms: clamd answers once it has scanned all of it. */
export type ClamdWaits = { connectMs: number; silenceMs: number };

const WAITS: ClamdWaits = { connectMs: 5_000, silenceMs: 60_000 };
/** Longest reply that is read: one line. */
const REPLY_MAX = 4_096;
const CHUNK_MAX = 1_048_576;
/** When to ask a scanner again that did not answer, in ms. */
const RETRY_MS = 60_000;
const SIGNATURE_MAX = 200;
const TRIES_MAX = 4;

/** The bytes to scan, in order. */
export type ScanSource = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Has clamd scan a stream.
 * clamd replies "size limit exceeded" and closes at once. A write at that moment fails and its reply
 * is lost: a connection cut while sending is therefore tried again.
 * @param read opens the bytes, from the first one on, for each try
 * @throws {Outage} when it does not answer, or answers with an error
 * @source clamd(8), INSTREAM: "zINSTREAM\0", chunks of a 4-byte length in network order and that many bytes, a length of 0
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
  // A reply before the end of the bytes ends the sending: clamd has seen enough, or takes no more.
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

/** The bytes could not be read: no fault of clamd's. */
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

/** The text up to its NUL.   @throws when the connection ends before */
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

/** @throws {Outage} for a reply that says neither clean nor found */
function readVerdict(reply: string): Verdict {
  const found = /^stream: (.+) FOUND$/.exec(reply.trim());
  if (found?.[1] !== undefined) return { kind: "found", signature: found[1].slice(0, SIGNATURE_MAX) };
  if (reply.trim() === "stream: OK") return { kind: "clean" };
  if (/size limit exceeded/i.test(reply)) return { kind: "too-large" };
  const said = reply.replace(/[^\x20-\x7e]+/g, " ").slice(0, SIGNATURE_MAX);
  throw new Outage(`clamd: ${said}`, RETRY_MS, { espera: "antivirus" });
}
