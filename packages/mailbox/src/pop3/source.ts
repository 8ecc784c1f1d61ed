import { MailOutage } from "../failure/outage.ts";
import type { NetworkPolicy } from "../network/endpoint.ts";
import { digestHeader } from "../source/header-digest.ts";
import type { Listing, MailSource, MessageRef } from "../source/mail-source.ts";
import { type Capabilities, proveInStep, retrieveHeader, retrieveMessage } from "./commands.ts";
import type { Pop3Connection } from "./connection.ts";
import { listPop3, type Pop3Listing } from "./listing.ts";

/** Longest wait for the reply to QUIT. */
const QUIT_MS = 2_000;

/** A signed-in POP3 session.  @source RFC 1939 */
export class Pop3Source implements MailSource {
  readonly #pop: Pop3Connection;
  readonly #network: NetworkPolicy;
  readonly #capabilities: Capabilities;
  #last: Promise<unknown> = Promise.resolve();
  #listing: Pop3Listing | null = null;
  /** Numbers of the messages fetched in this session. */
  readonly #fetched = new Set<number>();
  readonly podeApagar = true;

  constructor(pop: Pop3Connection, network: NetworkPolicy, capabilities: Capabilities) {
    this.#pop = pop;
    this.#network = network;
    this.#capabilities = capabilities;
  }

  get uidsFracos(): boolean {
    return this.#listing?.uidsFracos === true;
  }

  /** Whether the uids of `list` derive from headers, because the server has no UIDL. */
  get semUidl(): boolean {
    return this.#listing?.semUidl === true;
  }

  list(): Promise<Listing> {
    return this.#inTurn(async () => {
      this.#listing = await listPop3(this.#pop, this.#network.maxBytes);
      return { refs: this.#listing.refs, marca: null };
    });
  }

  find(uids: readonly string[]): Promise<MessageRef[]> {
    return this.#inTurn(async () => {
      const wanted = new Set(uids);
      return (await this.#known()).refs.filter((ref) => wanted.has(ref.uid));
    });
  }

  fetch(ref: MessageRef): Promise<Uint8Array> {
    return this.#inTurn(async () => {
      const { maxBytes } = this.#network;
      if (ref.tamanho > maxBytes) throw tooLarge(ref, maxBytes);
      this.#fetched.add(ref.numero);
      const { bytes, excedeu } = await retrieveMessage(this.#pop, ref.numero, maxBytes);
      // LIST may be wrong (RFC 1939 §11 allows it); only when it differs is a round trip needed
      if (excedeu || bytes.length !== ref.tamanho) await proveInStep(this.#pop);
      if (excedeu) throw tooLarge(ref, maxBytes);
      return bytes;
    });
  }

  prove(ref: MessageRef): Promise<string | null> {
    return this.#inTurn(async () => {
      const header = await retrieveHeader(this.#pop, ref.numero, this.#network.maxBytes);
      return header === null ? null : digestHeader(header);
    });
  }

  remove(refs: readonly MessageRef[]): Promise<void> {
    return this.#inTurn(async () => {
      const wanted = new Set(refs.map((ref) => ref.uid));
      const here = (await this.#known()).refs.filter((ref) => wanted.has(ref.uid));
      const numbers = here.map((ref) => ref.numero);
      if (numbers.length === 0) return;
      this.#refuseSideEffects(numbers);
      await deleteMessages(this.#pop, numbers);
    });
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      // @NOTE a server with EXPIRE 0 deletes fetched messages at QUIT (RFC 2449 §6.7); without QUIT
      // it keeps them
      if (!this.#deletesFetched()) await quit(this.#pop);
      this.#pop.destroy();
    });
  }

  abort(): void {
    this.#pop.destroy();
  }

  #deletesFetched(): boolean {
    return /^0\b/.test(this.#capabilities.get("EXPIRE") ?? "");
  }

  /**
   * Refuses QUIT when it would delete fetched messages that are not among these.
   * @throws MailOutage protocolo, the session continues
   */
  #refuseSideEffects(numbers: readonly number[]): void {
    if (!this.#deletesFetched() || [...this.#fetched].every((number) => numbers.includes(number))) return;
    const detail = "EXPIRE 0: the goodbye would delete other messages too";
    throw new MailOutage("protocolo", detail, { soMensagem: true });
  }

  /** The listing of this session: message numbers do not change until its end. */
  async #known(): Promise<Pop3Listing> {
    this.#listing ??= await listPop3(this.#pop, this.#network.maxBytes);
    return this.#listing;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

async function quit(pop: Pop3Connection): Promise<void> {
  const timer = setTimeout(() => pop.destroy(), QUIT_MS);
  await pop.ask("QUIT").catch(() => undefined);
  clearTimeout(timer);
}

function tooLarge(ref: MessageRef, maxBytes: number): MailOutage {
  const detail = `message ${ref.numero} (${ref.tamanho} bytes) passes ${maxBytes} bytes`;
  return new MailOutage("grande-demais", detail, { soMensagem: true });
}

/**
 * Marks messages for deletion and quits, which deletes them.
 * @source RFC 1939 §5, §6  @throws MailOutage protocolo, when the server refuses to delete some
 */
async function deleteMessages(pop: Pop3Connection, numbers: readonly number[]): Promise<void> {
  const refused: string[] = [];
  for (const number of numbers) {
    const status = await pop.ask(`DELE ${number}`);
    if (!status.ok) refused.push(`DELE ${number}: ${status.texto}`);
  }
  const bye = await pop.ask("QUIT");
  pop.destroy();
  if (!bye.ok) refused.push(`QUIT: ${bye.texto}`);
  if (refused.length > 0) throw new MailOutage("protocolo", `not all deleted: ${refused.join("; ")}`);
}
