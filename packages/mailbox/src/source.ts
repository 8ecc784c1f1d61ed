import { MailOutage } from "./failure.ts";
import { askCapa, askList, askRetr, askUidl, cleanUid, greet, login, proveInStep } from "./pop3.ts";
import { connectPop3, type Pop3Connection } from "./pop3-connection.ts";
import { findDestino, type RedePolitica, type Resolver } from "./rede.ts";

/** A mailbox as its owner typed it; `porta` defaults to 110 (pop3) or 995 (spop3). */
export type CaixaConfig = {
  tipo: "pop3" | "spop3";
  servidor: string;
  porta?: number;
  usuario: string;
  senha: string;
};

/** One message waiting on the server: `uid` is stable between sessions, `numero` only within one; `tamanho` in bytes
 * is the server's claim, 0 when it made none. */
export type MensagemRef = { uid: string; tamanho: number; numero: number };

/** An open mailbox. It never deletes. Calls may overlap; they are served one after the other. */
export interface MailSource {
  /** Everything on the server, in its order.  @throws MailOutage */
  list(): Promise<MensagemRef[]>;
  /** The message, byte for byte as the server holds it.
   * @throws MailOutage; the session goes on after one with `soMensagem`, after any other it is over */
  fetch(ref: MensagemRef): Promise<Uint8Array>;
  /** Says goodbye and hangs up; never throws. */
  close(): Promise<void>;
  /** Hangs up in the middle of whatever is under way, which fails as `interrompida`. */
  abort(): void;
}

const PORTA_PADRAO = { pop3: 110, spop3: 995 } as const;

/** How long a server may take to say goodbye. */
const ADEUS_MS = 2_000;

/** Connects and signs in.
 * @param resolver name resolution, asked once; the system's own unless a test brings another
 * @throws MailOutage with every cause but grande-demais */
export async function openMailSource(
  caixa: CaixaConfig,
  rede: RedePolitica,
  resolver?: Resolver,
): Promise<MailSource> {
  const porta = caixa.porta ?? PORTA_PADRAO[caixa.tipo];
  const destino = await findDestino({ servidor: caixa.servidor, porta }, rede, resolver);
  const pop = await connectPop3(destino, caixa.tipo === "spop3", rede);
  try {
    await greet(pop);
    await login(pop, caixa);
    return new Pop3Source(pop, rede, await askCapa(pop));
  } catch (error) {
    pop.destroy();
    throw error;
  }
}

class Pop3Source implements MailSource {
  readonly #pop: Pop3Connection;
  readonly #rede: RedePolitica;
  readonly #capa: ReadonlyMap<string, string>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(pop: Pop3Connection, rede: RedePolitica, capa: ReadonlyMap<string, string>) {
    this.#pop = pop;
    this.#rede = rede;
    this.#capa = capa;
  }

  list(): Promise<MensagemRef[]> {
    return this.#inTurn(async () => {
      const uids = await askUidl(this.#pop);
      const sizes = await askList(this.#pop);
      for (const numero of sizes.keys()) {
        if (!uids.has(numero)) throw new MailOutage("protocolo", `message ${numero} has no unique id`);
      }
      return toRefs(uids, sizes);
    });
  }

  fetch(ref: MensagemRef): Promise<Uint8Array> {
    return this.#inTurn(async () => {
      const { maxBytes } = this.#rede;
      if (ref.tamanho > maxBytes) throw tooLarge(ref, maxBytes);
      const { bytes, excedeu } = await askRetr(this.#pop, ref.numero, maxBytes);
      // LIST may simply be wrong (RFC 1939 §11 lets it); only when it differs is it worth a round trip to be sure
      if (excedeu || bytes.length !== ref.tamanho) await proveInStep(this.#pop);
      if (excedeu) throw tooLarge(ref, maxBytes);
      return bytes;
    });
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      // @NOTE a server that says EXPIRE 0 deletes at QUIT what was fetched (RFC 2449 §6.7); without QUIT nothing goes
      if (!/^0\b/.test(this.#capa.get("EXPIRE") ?? "")) await sayGoodbye(this.#pop);
      this.#pop.destroy();
    });
  }

  abort(): void {
    this.#pop.destroy();
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

/** Two messages must never share an id, or one would be taken for fetched: from the second on, the size (and, should
 * that be equal too, a count) goes after a space, which no real id can hold. */
function toRefs(uids: Map<number, string>, sizes: Map<number, number>): MensagemRef[] {
  const taken = new Set<string>();
  return [...uids].map(([numero, claimed]) => {
    const tamanho = sizes.get(numero) ?? 0;
    const plain = cleanUid(claimed);
    let uid = plain;
    for (let copy = 1; taken.has(uid); copy++) {
      uid = copy === 1 ? `${plain} ${tamanho}` : `${plain} ${tamanho} ${copy}`;
    }
    taken.add(uid);
    return { uid, tamanho, numero };
  });
}
