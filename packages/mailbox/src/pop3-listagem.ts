import { createHash } from "node:crypto";
import { MailOutage } from "./failure.ts";
import { askList, askTop, askUidl } from "./pop3.ts";
import type { Pop3Connection } from "./pop3-connection.ts";
import { proofOf } from "./pop3-prova.ts";
import type { MensagemRef } from "./source.ts";

/** What a POP3 server holds; `uidsFracos` as in MailSource, `semUidl` when the ids had to be made out of the headers. */
export type ListagemPop3 = { refs: MensagemRef[]; uidsFracos: boolean; semUidl: boolean };

/** Headers asked for in one listing, each a question of its own: some minutes at 100 ms each. */
const PROVAS_MAX = 2_000;

/** What a message without an id of the server's is called before its digest. */
const SEM_UID = "top";

/** Longest unique id kept as it is; RFC 1939 §7 allows 70 characters, some servers write more. */
const UID_MAX = 255;

/**
 * Everything on the server, each under an id of its own. The server's UIDL where it is unique; a message without one, and
 * each of those that share one, is known by the digest of its header instead (and, were even that equal, by its size and a
 * count), after a space, which no real id can hold.
 * @throws MailOutage protocolo, with `sem-uidl` where the server gives neither ids nor headers
 */
export async function listPop3(pop: Pop3Connection, maxBytes: number): Promise<ListagemPop3> {
  const uids = await askUidl(pop);
  const sizes = await askList(pop);
  const claims = new Map<number, string>();
  for (const numero of [...(uids ?? sizes).keys(), ...sizes.keys()]) {
    const claim = uids?.get(numero);
    claims.set(numero, claim === undefined ? SEM_UID : cleanUid(claim));
  }
  const doubtful = findDoubtful(claims);
  const hasNameless = [...claims.values()].includes(SEM_UID);
  const provas = await askProvas(pop, { numeros: doubtful, maxBytes });
  if (hasNameless) refuseNameless(doubtful, provas);

  const taken = new Set<string>();
  const refs = [...claims].map(([numero, claim]) => {
    const tamanho = sizes.get(numero) ?? 0;
    const prova = provas.get(numero);
    const uid = firstFree(taken, prova === undefined ? claim : `${claim} ${prova}`, tamanho);
    return { uid, tamanho, numero };
  });
  const hasRepeated = uids !== null && doubtful.length > 0;
  return { refs, uidsFracos: hasRepeated || isTiny(uids), semUidl: uids === null };
}

/** The messages whose claim is not theirs alone. */
function findDoubtful(claims: ReadonlyMap<number, string>): number[] {
  const owner = new Map<string, number>();
  const doubtful = new Set<number>();
  for (const [numero, claim] of claims) {
    const first = owner.get(claim);
    if (first !== undefined) doubtful.add(first);
    if (first !== undefined || claim === SEM_UID) doubtful.add(numero);
    owner.set(claim, numero);
  }
  return [...doubtful].sort((a, b) => a - b);
}

/** Digests of headers by message number; none past the first that the server refuses, or where they would be too many. */
async function askProvas(
  pop: Pop3Connection,
  about: { numeros: readonly number[]; maxBytes: number },
): Promise<Map<number, string>> {
  const provas = new Map<number, string>();
  if (about.numeros.length > PROVAS_MAX) return provas;
  for (const numero of about.numeros) {
    const header = await askTop(pop, numero, about.maxBytes);
    if (header === null) break;
    provas.set(numero, proofOf(header));
  }
  return provas;
}

function refuseNameless(doubtful: readonly number[], provas: ReadonlyMap<number, string>): void {
  if (provas.size === doubtful.length) return;
  const codigo = doubtful.length > PROVAS_MAX ? "sem-uidl-demais" : "sem-uidl";
  const detalhe = `the server has no UIDL for ${doubtful.length} messages, nor headers to tell them apart`;
  throw new MailOutage("protocolo", detalhe, { codigo });
}

/** Two messages must never share an id, or one would be taken for fetched. */
function firstFree(taken: Set<string>, plain: string, tamanho: number): string {
  let uid = plain;
  for (let copy = 1; taken.has(uid); copy++) {
    uid = copy === 1 ? `${plain} ${tamanho}` : `${plain} ${tamanho} ${copy}`;
  }
  taken.add(uid);
  return uid;
}

/** Ids no longer than message numbers are likely to be just those. */
function isTiny(uids: ReadonlyMap<number, string> | null): boolean {
  return uids !== null && uids.size > 0 && [...uids.values()].every((uid) => /^\d{1,6}$/.test(uid));
}

/** A unique id fit to be stored: printable ASCII of bounded length; anything else becomes its SHA-256. */
function cleanUid(uid: string): string {
  if (uid.length <= UID_MAX && /^[\x21-\x7e]+$/.test(uid)) return uid;
  return `sha256-${createHash("sha256").update(uid, "latin1").digest("hex")}`;
}
