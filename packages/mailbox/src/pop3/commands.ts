import { createHash } from "node:crypto";
import { MailOutage } from "../failure/outage.ts";
import type { Pop3Connection } from "./connection.ts";
import type { ReplyBody } from "./framing.ts";

/**
 * Highest message number accepted: each costs some hundred bytes, and a false claim must not cost
 * memory.
 */
const MESSAGES_MAX = 500_000;
/**
 * Largest replies: that many lines of `number SP id CRLF` with 70 characters of id (RFC 1939 §7),
 * or with ten digits of size.
 */
const UIDL_MAX_BYTES = MESSAGES_MAX * 80;
const LIST_MAX_BYTES = MESSAGES_MAX * 20;
const CAPA_MAX_BYTES = 65_536;

/** Longest unique id kept unchanged; RFC 1939 §7 allows 70 characters, some servers send more. */
const UID_MAX = 255;

const LF = 0x0a;

/**
 * Capabilities of a server: upper-case keyword and its arguments; empty when the server has no
 * CAPA.
 */
export type Capabilities = ReadonlyMap<string, string>;

/** Reads the greeting.  @throws MailOutage recusada, when the server starts with -ERR */
export async function greet(pop: Pop3Connection): Promise<void> {
  const status = await pop.greet();
  if (status.ok) return;
  throw new MailOutage("recusada", `greeting: ${status.texto}`, { codigo: "saudacao-recusada" });
}

/** @source RFC 2449 §5 */
export async function readCapabilities(pop: Pop3Connection): Promise<Capabilities> {
  const { corpo } = await pop.askCorpo("CAPA", CAPA_MAX_BYTES);
  const capabilities = new Map<string, string>();
  for (const line of corpo?.bytes.toString("latin1").split("\n") ?? []) {
    const [keyword, ...rest] = line.trim().split(/\s+/);
    if (keyword) capabilities.set(keyword.toUpperCase(), rest.join(" "));
  }
  return capabilities;
}

/** Values by message number; a number that the server left out is a hole. */
export type ByNumber<T> = readonly (T | undefined)[];

/**
 * Requests the unique ids, "" where the server names none; null when it has no UIDL.  @throws
 * MailOutage protocolo
 */
export async function listUids(pop: Pop3Connection): Promise<ByNumber<string> | null> {
  const { ok, corpo } = await pop.askCorpo("UIDL", UIDL_MAX_BYTES);
  return ok && corpo !== null ? parseListing(corpo, "UIDL", cleanUid) : null;
}

/** Requests the sizes in bytes, as the server claims.  @throws MailOutage protocolo */
export async function listSizes(pop: Pop3Connection): Promise<ByNumber<number>> {
  const { ok, texto, corpo } = await pop.askCorpo("LIST", LIST_MAX_BYTES);
  if (!ok || corpo === null) {
    throw new MailOutage("protocolo", `LIST refused: ${texto}`, { codigo: "listagem-recusada" });
  }
  return parseListing(corpo, "LIST", (texto) => {
    const size = Number.parseInt(texto, 10);
    return Number.isSafeInteger(size) && size >= 0 ? size : 0;
  });
}

/** Fetches the whole message.  @throws MailOutage protocolo, when the server refuses */
export async function retrieveMessage(
  pop: Pop3Connection,
  number: number,
  maxBytes: number,
): Promise<ReplyBody> {
  const { ok, texto, corpo } = await pop.askCorpo(`RETR ${number}`, maxBytes);
  if (!ok || corpo === null)
    throw new MailOutage("protocolo", `RETR refused: ${texto}`, { soMensagem: true });
  return corpo;
}

/** Fetches the header of a message; null when the server does not provide it. */
export async function retrieveHeader(
  pop: Pop3Connection,
  number: number,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const { corpo } = await pop.askCorpo(`TOP ${number} 0`, maxBytes);
  return corpo === null || corpo.excedeu ? null : corpo.bytes;
}

/**
 * Verifies with NOOP that replies still match commands: a server that fails to stuff a `.` line
 * leaves the tail of a message unread.  @throws MailOutage protocolo
 */
export async function proveInStep(pop: Pop3Connection): Promise<void> {
  const status = await pop.ask("NOOP");
  if (!status.ok) throw new MailOutage("protocolo", `NOOP refused: ${status.texto}`);
}

/**
 * Parses the lines in place: splitting 200 000 of them would hold the whole reply and as many
 * matches.
 */
function parseListing<T>(corpo: ReplyBody, command: string, read: (texto: string) => T): ByNumber<T> {
  const { bytes, excedeu } = corpo;
  if (excedeu) throw new MailOutage("protocolo", `${command}: endless list`);
  const items: T[] = [];
  for (let from = 0; from < bytes.length; ) {
    const lf = bytes.indexOf(LF, from);
    const end = lf === -1 ? bytes.length : lf;
    const line = skipSpace(bytes, from, end);
    const space = skipDigits(bytes, line, end);
    const text = skipSpace(bytes, space, end);
    from = end + 1;
    if (line === end) continue;
    const number = Number(bytes.toString("latin1", line, space));
    if (space === line || (text === space && text < end) || number > MESSAGES_MAX) {
      throw new MailOutage("protocolo", `${command}: no list of at most ${MESSAGES_MAX} messages`);
    }
    items[number] = read(bytes.toString("latin1", text, endOfText(bytes, text, end)));
  }
  return items;
}

function skipDigits(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && isDigit(bytes[at] ?? 0)) at++;
  return at;
}

function skipSpace(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(bytes[at] ?? 0)) at++;
  return at;
}

function endOfText(bytes: Buffer, from: number, end: number): number {
  let at = end;
  while (at > from && isSpace(bytes[at - 1] ?? 0)) at--;
  return at;
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

/**
 * Makes a unique id fit for storage: bounded printable ASCII stays, other text becomes its SHA-256,
 * "" stays "".
 */
function cleanUid(uid: string): string {
  if (uid === "" || (uid.length <= UID_MAX && /^[\x21-\x7e]+$/.test(uid))) return uid;
  return `sha256-${createHash("sha256").update(uid, "latin1").digest("hex")}`;
}
