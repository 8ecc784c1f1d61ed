import { MailOutage } from "../failure/outage.ts";
import type { RedePolitica } from "../network/endpoint.ts";
import { proofOf } from "../source/header-digest.ts";
import type { Listagem, MailSource, MensagemRef } from "../source/mail-source.ts";
import { askRetr, askTop, type Capa, proveInStep } from "./commands.ts";
import type { Pop3Connection } from "./connection.ts";
import { type ListagemPop3, listPop3 } from "./listing.ts";

/** Longest wait for the reply to QUIT. */
const ADEUS_MS = 2_000;

/** A signed-in POP3 session.  @source RFC 1939 */
export class Pop3Source implements MailSource {
  readonly #pop: Pop3Connection;
  readonly #rede: RedePolitica;
  readonly #capa: Capa;
  #last: Promise<unknown> = Promise.resolve();
  #listagem: ListagemPop3 | null = null;
  /** Numbers of the messages fetched in this session. */
  readonly #fetched = new Set<number>();
  readonly podeApagar = true;

  constructor(pop: Pop3Connection, rede: RedePolitica, capa: Capa) {
    this.#pop = pop;
    this.#rede = rede;
    this.#capa = capa;
  }

  get uidsFracos(): boolean {
    return this.#listagem?.uidsFracos === true;
  }

  /** Whether the uids of `list` derive from headers, because the server has no UIDL. */
  get semUidl(): boolean {
    return this.#listagem?.semUidl === true;
  }

  list(): Promise<Listagem> {
    return this.#inTurn(async () => {
      this.#listagem = await listPop3(this.#pop, this.#rede.maxBytes);
      return { refs: this.#listagem.refs, marca: null };
    });
  }

  find(uids: readonly string[]): Promise<MensagemRef[]> {
    return this.#inTurn(async () => {
      const wanted = new Set(uids);
      return (await this.#known()).refs.filter((ref) => wanted.has(ref.uid));
    });
  }

  fetch(ref: MensagemRef): Promise<Uint8Array> {
    return this.#inTurn(async () => {
      const { maxBytes } = this.#rede;
      if (ref.tamanho > maxBytes) throw tooLarge(ref, maxBytes);
      this.#fetched.add(ref.numero);
      const { bytes, excedeu } = await askRetr(this.#pop, ref.numero, maxBytes);
      // LIST may be wrong (RFC 1939 §11 allows it); only when it differs is a round trip needed
      if (excedeu || bytes.length !== ref.tamanho) await proveInStep(this.#pop);
      if (excedeu) throw tooLarge(ref, maxBytes);
      return bytes;
    });
  }

  prove(ref: MensagemRef): Promise<string | null> {
    return this.#inTurn(async () => {
      const header = await askTop(this.#pop, ref.numero, this.#rede.maxBytes);
      return header === null ? null : proofOf(header);
    });
  }

  remove(refs: readonly MensagemRef[]): Promise<void> {
    return this.#inTurn(async () => {
      const wanted = new Set(refs.map((ref) => ref.uid));
      const here = (await this.#known()).refs.filter((ref) => wanted.has(ref.uid));
      const numeros = here.map((ref) => ref.numero);
      if (numeros.length === 0) return;
      this.#refuseAccomplice(numeros);
      await removePop3(this.#pop, numeros);
    });
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      // @NOTE a server with EXPIRE 0 deletes fetched messages at QUIT (RFC 2449 §6.7); without QUIT
      // it keeps them
      if (!this.#deletesFetched()) await sayGoodbye(this.#pop);
      this.#pop.destroy();
    });
  }

  abort(): void {
    this.#pop.destroy();
  }

  #deletesFetched(): boolean {
    return /^0\b/.test(this.#capa.get("EXPIRE") ?? "");
  }

  /**
   * Refuses QUIT when it would delete fetched messages that are not among these.
   * @throws MailOutage protocolo, the session continues
   */
  #refuseAccomplice(numeros: readonly number[]): void {
    if (!this.#deletesFetched() || [...this.#fetched].every((numero) => numeros.includes(numero))) return;
    const detalhe = "EXPIRE 0: the goodbye would delete other messages too";
    throw new MailOutage("protocolo", detalhe, { soMensagem: true });
  }

  /** The listing of this session: message numbers do not change until its end. */
  async #known(): Promise<ListagemPop3> {
    this.#listagem ??= await listPop3(this.#pop, this.#rede.maxBytes);
    return this.#listagem;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

async function sayGoodbye(pop: Pop3Connection): Promise<void> {
  const timer = setTimeout(() => pop.destroy(), ADEUS_MS);
  await pop.ask("QUIT").catch(() => undefined);
  clearTimeout(timer);
}

function tooLarge(ref: MensagemRef, maxBytes: number): MailOutage {
  const detalhe = `message ${ref.numero} (${ref.tamanho} bytes) passes ${maxBytes} bytes`;
  return new MailOutage("grande-demais", detalhe, { soMensagem: true });
}

/**
 * Marks messages for deletion and quits, which deletes them.
 * @source RFC 1939 §5, §6  @throws MailOutage protocolo, when the server refuses to delete some
 */
async function removePop3(pop: Pop3Connection, numeros: readonly number[]): Promise<void> {
  const refused: string[] = [];
  for (const numero of numeros) {
    const status = await pop.ask(`DELE ${numero}`);
    if (!status.ok) refused.push(`DELE ${numero}: ${status.texto}`);
  }
  const bye = await pop.ask("QUIT");
  pop.destroy();
  if (!bye.ok) refused.push(`QUIT: ${bye.texto}`);
  if (refused.length > 0) throw new MailOutage("protocolo", `not all deleted: ${refused.join("; ")}`);
}
