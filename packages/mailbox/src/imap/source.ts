import { MailOutage } from "../failure/outage.ts";
import type { Endpoint, NetworkPolicy } from "../network/endpoint.ts";
import { refuseControls } from "../source/credentials.ts";
import { digestHeader } from "../source/header-digest.ts";
import type { Listing, MailboxConfig, MailSource, MessageRef } from "../source/mail-source.ts";
import { expungeMessages, fetchBody, fetchSizes, NilMessage, type Section, searchUids } from "./fetch.ts";
import { ImapNews } from "./news.ts";
import { type ImapSession, openSession } from "./session.ts";
import { generationOf, numberOf, toUid } from "./uid.ts";

const DEFAULT_FOLDER = "INBOX";
/**
 * Most sizes requested in one listing. A collection takes some hundreds of messages; sizes of 200
 * 000 would cost more than fetching those. Other sizes are requested with the message.
 */
const SIZES_MAX = 1_000;
/** Longest folder name accepted, in characters. */
const FOLDER_MAX = 500;

/**
 * Connects to an IMAP mailbox, starts TLS as its type requires, signs in and opens the folder
 * read-only.
 * @source RFC 3501, RFC 9051; imapflow (ADR 0014)  @throws MailOutage
 */
export async function openImapSource(
  mailbox: MailboxConfig,
  endpoint: Endpoint,
  network: NetworkPolicy,
): Promise<MailSource> {
  refuseControls(mailbox);
  const pasta = folderOf(mailbox);
  const session = await openSession(mailbox, endpoint, network);
  try {
    const generation = await openFolder(session, pasta, true);
    return new ImapSource(session, pasta, generation);
  } catch (error) {
    session.destroy();
    throw error;
  }
}

/** An open folder of an IMAP mailbox. */
class ImapSource implements MailSource {
  /** A UID is never reused within one UIDVALIDITY, so renumbering is always visible. */
  readonly uidsFracos = false;
  /**
   * @NOTE without UIDPLUS there is only EXPUNGE, which deletes every message marked by any client.
   */
  readonly podeApagar: boolean;
  readonly waitForNews?: (signal: AbortSignal) => Promise<void>;
  readonly #session: ImapSession;
  readonly #folder: string;
  readonly #generation: string;
  readonly #news: ImapNews;
  #writable = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(session: ImapSession, pasta: string, generation: string) {
    this.#session = session;
    this.#folder = pasta;
    this.#generation = generation;
    this.#news = new ImapNews(session);
    this.podeApagar = session.client.capabilities.has("UIDPLUS");
    if (session.client.capabilities.has("IDLE")) {
      this.waitForNews = (signal) => this.#inTurn(() => this.#news.wait(signal));
    }
  }

  list(since?: string | null): Promise<Listing> {
    return this.#inTurn(async () => {
      await this.#news.refresh();
      const position = since ? numberOf(this.#generation, since) : null;
      const numbers = await searchUids(this.#session, (position ?? 0) + 1);
      const sizes = await fetchSizes(this.#session, numbers.slice(0, SIZES_MAX));
      const refs = this.#toRefs(numbers, sizes);
      const last = numbers.at(-1) ?? position ?? 0;
      return { refs, marca: toUid(this.#generation, last) };
    });
  }

  find(uids: readonly string[]): Promise<MessageRef[]> {
    return this.#inTurn(async () => {
      const numbers = this.#numbersOf(uids);
      const sizes = await fetchSizes(this.#session, numbers);
      return this.#toRefs(
        numbers.filter((numero) => sizes.has(numero)),
        sizes,
      );
    });
  }

  fetch(ref: MessageRef): Promise<Uint8Array> {
    return this.#inTurn(async () => {
      const { maxBytes } = this.#session.network;
      const size = ref.tamanho || (await this.#askSize(ref));
      if (size > maxBytes) throw tooLarge(ref, maxBytes);
      const body = await this.#ask(ref, "").catch((error: unknown) => {
        // The message has 0 bytes: the server has nothing to return.
        if (error instanceof NilMessage && size === 0) return Buffer.alloc(0);
        throw error;
      });
      if (body.length > maxBytes) throw tooLarge(ref, maxBytes);
      // RFC822.SIZE may be wrong (Exchange estimates it); only then is a round trip needed
      if (body.length !== size) await this.#session.ask("NOOP", false);
      return body;
    });
  }

  prove(ref: MessageRef): Promise<string | null> {
    return this.#inTurn(async () => digestHeader(await this.#ask(ref, "HEADER")));
  }

  remove(refs: readonly MessageRef[]): Promise<void> {
    return this.#inTurn(async () => {
      const numbers = this.#numbersOf(refs.map((ref) => ref.uid));
      if (numbers.length === 0) return;
      if (!this.podeApagar) {
        throw new MailOutage("protocolo", "no UIDPLUS: nothing is deleted", { soMensagem: true });
      }
      if (!this.#writable) await this.#openForDeleting();
      await expungeMessages(this.#session, numbers);
      const left = await fetchSizes(this.#session, numbers);
      if (left.size > 0)
        throw new MailOutage("protocolo", `${left.size} messages stay`, { soMensagem: true });
    });
  }

  async close(): Promise<void> {
    this.#news.end();
    await this.#inTurn(() => this.#session.close());
  }

  abort(): void {
    this.#session.destroy();
  }

  async #ask(ref: MessageRef, section: Section): Promise<Buffer> {
    const numero = numberOf(this.#generation, ref.uid);
    const body = numero === null ? null : await fetchBody(this.#session, numero, section);
    if (body !== null) return body;
    throw new MailOutage("protocolo", `no message ${ref.uid} here any more`, { soMensagem: true });
  }

  async #askSize(ref: MessageRef): Promise<number> {
    const numbers = this.#numbersOf([ref.uid]);
    const sizes = await fetchSizes(this.#session, numbers);
    return sizes.get(numbers[0] ?? 0) ?? 0;
  }

  async #openForDeleting(): Promise<void> {
    const generation = await openFolder(this.#session, this.#folder, false);
    if (generation !== this.#generation) throw this.#session.spoil("another UIDVALIDITY in the same session");
    this.#writable = true;
  }

  #numbersOf(uids: readonly string[]): number[] {
    const numbers = uids.map((uid) => numberOf(this.#generation, uid)).filter((numero) => numero !== null);
    return [...new Set(numbers)].sort((a, b) => a - b);
  }

  #toRefs(numbers: readonly number[], sizes: ReadonlyMap<number, number>): MessageRef[] {
    return numbers.map((numero) => ({
      uid: toUid(this.#generation, numero),
      tamanho: sizes.get(numero) ?? 0,
      numero,
    }));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

/** Opens the folder and returns the generation of its uids.  @throws MailOutage pasta, protocolo */
async function openFolder(session: ImapSession, pasta: string, readOnly: boolean): Promise<string> {
  const mailbox = await session.open(pasta, readOnly);
  if (!mailbox.uidValidity) {
    throw session.spoil("no UIDVALIDITY: its messages cannot be told apart between two sessions");
  }
  if (!readOnly && mailbox.readOnly) throw session.spoil("the folder is read-only: nothing is deleted");
  return generationOf(mailbox.path, mailbox.uidValidity);
}

function folderOf({ pasta }: MailboxConfig): string {
  const name = pasta?.trim() || DEFAULT_FOLDER;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a folder name with control characters is refused
  if (name.length <= FOLDER_MAX && !/[\x00-\x1f\x7f*%]/.test(name)) return name;
  throw new MailOutage("pasta", "not a folder name", { codigo: "pasta-inexistente" });
}

function tooLarge(ref: MessageRef, maxBytes: number): MailOutage {
  const detail = `message ${ref.uid} (${ref.tamanho} bytes) passes ${maxBytes} bytes`;
  return new MailOutage("grande-demais", detail, { soMensagem: true });
}
