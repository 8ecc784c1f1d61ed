import { MailOutage } from "../failure/outage.ts";
import { digestHeader } from "../source/header-digest.ts";
import type { MessageRef } from "../source/mail-source.ts";
import { type ByNumber, listSizes, listUids, retrieveHeader } from "./commands.ts";
import type { Pop3Connection } from "./connection.ts";

/**
 * The messages of a POP3 server; `uidsFracos` as in MailSource, `semUidl` when the uids derive from
 * headers.
 */
export type Pop3Listing = { refs: MessageRef[]; uidsFracos: boolean; semUidl: boolean };

/** Most headers requested in one listing, one command each: some minutes at 100 ms each. */
const DIGESTS_MAX = 2_000;

/** Prefix of a uid that derives from the header digest alone. */
const NO_UID = "top";

/**
 * Lists all messages under distinct uids. Where the UIDL is missing or repeated, the uid also has the
 * header digest, size and a count, after a space: no UIDL contains one.
 * @throws MailOutage protocolo; with `sem-uidl` when neither UIDL nor headers distinguish messages, with
 * `sem-uidl-demais` when too many headers would be needed
 */
export async function listPop3(pop: Pop3Connection, maxBytes: number): Promise<Pop3Listing> {
  const uids = await listUids(pop);
  const sizes = await listSizes(pop);
  const doubtful = findDoubtful(uids ?? [], sizes);
  const provas = await readDigests(pop, { numbers: doubtful, maxBytes });

  const taken = new Set<string>();
  const refs: MessageRef[] = [];
  for (const numero of numbersOf(uids ?? [], sizes)) {
    const claim = uids?.[numero] ?? "";
    const tamanho = sizes[numero] ?? 0;
    const proof = provas.get(numero);
    const uid = proof === undefined ? claim : firstFree(taken, `${claim || NO_UID} ${proof}`, tamanho);
    refs.push({ uid, tamanho, numero });
  }
  const hasRepeated = uids !== null && doubtful.length > 0;
  return { refs, uidsFracos: hasRepeated || isTiny(uids), semUidl: uids === null };
}

/** The message numbers in either reply, ascending. */
function* numbersOf(uids: ByNumber<string>, sizes: ByNumber<number>): Generator<number> {
  const end = Math.max(uids.length, sizes.length);
  for (let numero = 0; numero < end; numero++) {
    if (uids[numero] !== undefined || sizes[numero] !== undefined) yield numero;
  }
}

/** The messages without a UIDL, and those that share one. */
function findDoubtful(uids: ByNumber<string>, sizes: ByNumber<number>): number[] {
  const seen = new Set<string>();
  const shared = new Set<string>([""]);
  for (const uid of uids) {
    if (uid === undefined) continue;
    if (seen.has(uid)) shared.add(uid);
    seen.add(uid);
  }
  const doubtful: number[] = [];
  for (const numero of numbersOf(uids, sizes)) {
    if (shared.has(uids[numero] ?? "")) doubtful.push(numero);
  }
  return doubtful;
}

/**
 * Requests header digests by message number. @NOTE each message needs one: after a deletion an id
 * made of size or position would name another message.
 * @throws MailOutage protocolo
 */
async function readDigests(
  pop: Pop3Connection,
  about: { numbers: readonly number[]; maxBytes: number },
): Promise<Map<number, string>> {
  const provas = new Map<number, string>();
  const { length } = about.numbers;
  if (length > DIGESTS_MAX) {
    const detail = `${length} messages without a UIDL of their own`;
    throw new MailOutage("protocolo", detail, { codigo: "sem-uidl-demais" });
  }
  for (const numero of about.numbers) {
    const header = await retrieveHeader(pop, numero, about.maxBytes);
    if (header === null) {
      const detail = `${length} messages without a UIDL of their own, nor headers to tell them apart`;
      throw new MailOutage("protocolo", detail, { codigo: "sem-uidl" });
    }
    provas.set(numero, digestHeader(header));
  }
  return provas;
}

/**
 * Returns a uid that no other message has; with a shared uid one of them would count as fetched.
 */
function firstFree(taken: Set<string>, plain: string, tamanho: number): string {
  let uid = plain;
  for (let copy = 1; taken.has(uid); copy++) {
    uid = copy === 1 ? `${plain} ${tamanho}` : `${plain} ${tamanho} ${copy}`;
  }
  taken.add(uid);
  return uid;
}

/** Whether the uids are so short that they may be message numbers. */
function isTiny(uids: ByNumber<string> | null): boolean {
  // `every` skips holes
  return uids !== null && uids.length > 0 && uids.every((uid) => /^\d{1,6}$/.test(uid ?? ""));
}
