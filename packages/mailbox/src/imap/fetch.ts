import { MailOutage } from "../failure/outage.ts";
import type { ReplyTerm, UntaggedReply } from "./client.ts";
import type { ImapSession } from "./session.ts";
import { expandSet, packSets } from "./uid.ts";

/** Most messages accepted in one folder: a larger claim is false and must not cost memory. */
const MESSAGES_MAX = 1_000_000;

/** The whole message, or its header with the empty line. PEEK keeps the message unread. */
export type Section = "" | "HEADER";

const atom = (value: string, section?: readonly unknown[]): object => ({
  type: "ATOM",
  value,
  ...(section && { section }),
});
const sequence = (value: string): object => ({ type: "SEQUENCE", value });

/** Returns the UIDs from `since` on, ascending.  @throws MailOutage protocolo */
export async function searchUids(session: ImapSession, since: number): Promise<number[]> {
  // imapflow returns false on NO, and computes the result without ESEARCH (RFC 4731)
  const found = await session.runLegible("UID SEARCH", () =>
    session.client.search({ uid: `${since}:*` }, { uid: true, returnOptions: ["ALL", "COUNT"] }),
  );
  if (Array.isArray(found)) return [];
  if (!found) throw session.spoil("UID SEARCH refused");
  const numbers = found.all === undefined ? [] : expandSet(found.all, MESSAGES_MAX);
  if (numbers === null || found.count !== numbers.length) {
    throw session.spoil(`UID SEARCH: not a set of ${found.count} messages`);
  }
  // `n:*` names the last message even when its UID is below n (RFC 9051 §6.4.9)
  return numbers.filter((number) => number >= since);
}

/**
 * Returns sizes in bytes by UID, as the server claims; deleted UIDs are absent.  @throws MailOutage
 */
export async function fetchSizes(
  session: ImapSession,
  numbers: readonly number[],
): Promise<Map<number, number>> {
  const sizes = new Map<number, number>();
  for (const { set } of packSets(numbers)) {
    await session.ask("UID FETCH", [sequence(set), [atom("UID"), atom("RFC822.SIZE")]], {
      FETCH: (answer) => {
        const item = readItem(answer);
        const size = Number(textOf(item?.get("RFC822.SIZE")));
        const uid = uidOf(item);
        if (uid !== null && Number.isSafeInteger(size)) sizes.set(uid, size);
      },
    });
  }
  return sizes;
}

/**
 * Fetches the bytes of one message or of its header.
 * @returns null when the server no longer has it
 * @throws MailOutage; with `soMensagem` when the server refuses this message; grande-demais, and the
 * session ends, when the announced size exceeds the limit
 */
export async function fetchBody(
  session: ImapSession,
  number: number,
  sectionName: Section,
): Promise<Buffer | null> {
  let body: Buffer | null | undefined;
  let strange = false;
  const section = sectionName === "" ? [] : [atom(sectionName)];
  await session.ask("UID FETCH", [sequence(String(number)), [atom("UID"), atom("BODY.PEEK", section)]], {
    FETCH: (answer) => {
      const item = readItem(answer);
      if (item === null) strange = true;
      const value = item?.get(`BODY[${sectionName}]`);
      if (value === undefined || uidOf(item) !== number) return; // flag updates, of this message or another
      const bytes = bytesOf(value);
      if (bytes === undefined || body !== undefined) strange = true;
      body = bytes;
    },
  });
  if (strange) throw session.spoil("UID FETCH: not one message");
  if (body === undefined) return null;
  if (body === null) throw new NilMessage(number);
  return body;
}

/** The server lists the message but returns NIL for its bytes. */
export class NilMessage extends MailOutage {
  constructor(number: number) {
    super("protocolo", `message ${number} is NIL`, { soMensagem: true });
  }
}

/** Deletes exactly these messages.  @source RFC 4315 §2.1  @throws MailOutage */
export async function expungeMessages(session: ImapSession, numbers: readonly number[]): Promise<void> {
  for (const { set } of packSets(numbers)) {
    await session.ask("UID STORE", [sequence(set), atom("+FLAGS.SILENT"), [atom("\\Deleted")]]);
    await session.ask("UID EXPUNGE", [sequence(set)]);
  }
}

/** Items that a FETCH reply may contain, requested or not. */
const ITEMS =
  /^(UID|FLAGS|MODSEQ|RFC822\.SIZE|INTERNALDATE|SAVEDATE|ENVELOPE|BODY|BODYSTRUCTURE|EMAILID|THREADID|X-[A-Z0-9-]+)$/;

/**
 * Reads the pairs of item name (with section) and value from a FETCH reply.
 * @returns null when they are not pairs: a literal with a wrong size leaves its tail among them
 */
function readItem(answer: UntaggedReply): Map<string, ReplyTerm> | null {
  const list = answer.attributes?.[1];
  if (!Array.isArray(list) || list.length % 2 !== 0) return null;
  const pairs = new Map<string, ReplyTerm>();
  for (let at = 0; at < list.length; at += 2) {
    const key = list[at];
    if (key === null || key === undefined || Array.isArray(key) || key.type !== "ATOM") return null;
    const name = String(key.value).toUpperCase();
    if (!ITEMS.test(name)) return null;
    pairs.set(
      key.section ? `${name}[${key.section.map(textOf).join(" ").toUpperCase()}]` : name,
      list[at + 1] ?? null,
    );
  }
  return pairs;
}

function uidOf(item: Map<string, ReplyTerm> | null): number | null {
  const text = textOf(item?.get("UID"));
  return /^\d{1,10}$/.test(text) ? Number(text) : null;
}

function textOf(term: ReplyTerm | undefined): string {
  if (term === null || term === undefined || Array.isArray(term)) return "";
  return term.value === undefined ? "" : String(term.value);
}

/**
 * @NOTE imapflow decodes a quoted string as UTF-8: the bytes are exact only when all are ASCII, as
 * the protocol requires.
 * @returns null for NIL, undefined for a term without bytes
 */
function bytesOf(term: ReplyTerm): Buffer | null | undefined {
  if (term === null) return null;
  if (Array.isArray(term)) return undefined;
  if (Buffer.isBuffer(term.value)) return term.value;
  const text = term.value ?? "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range
  return (term.type === "STRING" || text === "") && /^[\x00-\x7f]*$/.test(text)
    ? Buffer.from(text, "latin1")
    : undefined;
}
