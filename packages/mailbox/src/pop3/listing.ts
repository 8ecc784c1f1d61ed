import { MailOutage } from "../failure/outage.ts";
import { proofOf } from "../source/header-digest.ts";
import type { MensagemRef } from "../source/mail-source.ts";
import { askList, askTop, askUidl, type PorNumero } from "./commands.ts";
import type { Pop3Connection } from "./connection.ts";

/** What a POP3 server holds; `uidsFracos` as in MailSource, `semUidl` when the ids had to be made out of the headers. */
export type ListagemPop3 = { refs: MensagemRef[]; uidsFracos: boolean; semUidl: boolean };

/** Headers asked for in one listing, each a question of its own: some minutes at 100 ms each. */
const PROVAS_MAX = 2_000;

/** What a message without an id of the server's is called before its digest. */
const SEM_UID = "top";

/**
 * Everything on the server, each under an id of its own. The server's UIDL where it is unique; a message without one, and
 * each of those that share one, is known by the digest of its header instead (and, were even that equal, by its size and a
 * count), after a space, which no real id can hold.
 * @throws MailOutage protocolo; with `sem-uidl` where neither ids nor headers tell messages apart, with `sem-uidl-demais` where too many
 * headers would have to
 */
export async function listPop3(pop: Pop3Connection, maxBytes: number): Promise<ListagemPop3> {
  const uids = await askUidl(pop);
  const sizes = await askList(pop);
  const doubtful = findDoubtful(uids ?? [], sizes);
  const provas = await askProvas(pop, { numeros: doubtful, maxBytes });

  const taken = new Set<string>();
  const refs: MensagemRef[] = [];
  for (const numero of numerosOf(uids ?? [], sizes)) {
    const claim = uids?.[numero] ?? "";
    const tamanho = sizes[numero] ?? 0;
    const prova = provas.get(numero);
    const uid = prova === undefined ? claim : firstFree(taken, `${claim || SEM_UID} ${prova}`, tamanho);
    refs.push({ uid, tamanho, numero });
  }
  const hasRepeated = uids !== null && doubtful.length > 0;
  return { refs, uidsFracos: hasRepeated || isTiny(uids), semUidl: uids === null };
}

/** The numbers that either answer names, ascending. */
function* numerosOf(uids: PorNumero<string>, sizes: PorNumero<number>): Generator<number> {
  const end = Math.max(uids.length, sizes.length);
  for (let numero = 0; numero < end; numero++) {
    if (uids[numero] !== undefined || sizes[numero] !== undefined) yield numero;
  }
}

/** The messages without an id, and those whose id is not theirs alone. */
function findDoubtful(uids: PorNumero<string>, sizes: PorNumero<number>): number[] {
  const seen = new Set<string>();
  const shared = new Set<string>([""]);
  for (const uid of uids) {
    if (uid === undefined) continue;
    if (seen.has(uid)) shared.add(uid);
    seen.add(uid);
  }
  const doubtful: number[] = [];
  for (const numero of numerosOf(uids, sizes)) {
    if (shared.has(uids[numero] ?? "")) doubtful.push(numero);
  }
  return doubtful;
}

/** Digests of headers by message number. @NOTE without one for each nothing is listed: ids by size or place would move on when a
 * message goes, and the next one be taken for fetched.
 * @throws MailOutage protocolo */
async function askProvas(
  pop: Pop3Connection,
  about: { numeros: readonly number[]; maxBytes: number },
): Promise<Map<number, string>> {
  const provas = new Map<number, string>();
  const { length } = about.numeros;
  if (length > PROVAS_MAX) {
    const detalhe = `${length} messages without a UIDL of their own`;
    throw new MailOutage("protocolo", detalhe, { codigo: "sem-uidl-demais" });
  }
  for (const numero of about.numeros) {
    const header = await askTop(pop, numero, about.maxBytes);
    if (header === null) {
      const detalhe = `${length} messages without a UIDL of their own, nor headers to tell them apart`;
      throw new MailOutage("protocolo", detalhe, { codigo: "sem-uidl" });
    }
    provas.set(numero, proofOf(header));
  }
  return provas;
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
function isTiny(uids: PorNumero<string> | null): boolean {
  // holes are skipped by `every`
  return uids !== null && uids.length > 0 && uids.every((uid) => /^\d{1,6}$/.test(uid ?? ""));
}
