import { MailOutage } from "../failure/outage.ts";
import type { Destino, RedePolitica } from "../network/endpoint.ts";
import { refuseControls } from "../source/credentials.ts";
import { proofOf } from "../source/header-digest.ts";
import type { CaixaConfig, Listagem, MailSource, MensagemRef } from "../source/mail-source.ts";
import { askCorpo, askExpunge, askSizes, askUids, NilMessage, type Secao } from "./fetch.ts";
import { ImapNews } from "./news.ts";
import { type ImapSession, openSession } from "./session.ts";
import { geracaoOf, numeroOf, toUid } from "./uid.ts";

const PASTA_PADRAO = "INBOX";
/**
 * Most sizes requested in one listing. A collection takes some hundreds of messages; sizes of 200
 * 000 would cost more than fetching those. Other sizes are requested with the message.
 */
const TAMANHOS_MAX = 1_000;
/** Longest folder name accepted, in characters. */
const PASTA_MAX = 500;

/**
 * Connects to an IMAP mailbox, starts TLS as its type requires, signs in and opens the folder
 * read-only.
 * @source RFC 3501, RFC 9051; imapflow (ADR 0014)  @throws MailOutage
 */
export async function openImapSource(
  caixa: CaixaConfig,
  destino: Destino,
  rede: RedePolitica,
): Promise<MailSource> {
  refuseControls(caixa);
  const pasta = pastaOf(caixa);
  const session = await openSession(caixa, destino, rede);
  try {
    const geracao = await openPasta(session, pasta, true);
    return new ImapSource(session, pasta, geracao);
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
  readonly #pasta: string;
  readonly #geracao: string;
  readonly #news: ImapNews;
  #apagando = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(session: ImapSession, pasta: string, geracao: string) {
    this.#session = session;
    this.#pasta = pasta;
    this.#geracao = geracao;
    this.#news = new ImapNews(session);
    this.podeApagar = session.client.capabilities.has("UIDPLUS");
    if (session.client.capabilities.has("IDLE")) {
      this.waitForNews = (signal) => this.#inTurn(() => this.#news.wait(signal));
    }
  }

  list(desde?: string | null): Promise<Listagem> {
    return this.#inTurn(async () => {
      await this.#news.refresh();
      const marca = desde ? numeroOf(this.#geracao, desde) : null;
      const numeros = await askUids(this.#session, (marca ?? 0) + 1);
      const sizes = await askSizes(this.#session, numeros.slice(0, TAMANHOS_MAX));
      const refs = this.#toRefs(numeros, sizes);
      const last = numeros.at(-1) ?? marca ?? 0;
      return { refs, marca: toUid(this.#geracao, last) };
    });
  }

  find(uids: readonly string[]): Promise<MensagemRef[]> {
    return this.#inTurn(async () => {
      const numeros = this.#numerosOf(uids);
      const sizes = await askSizes(this.#session, numeros);
      return this.#toRefs(
        numeros.filter((numero) => sizes.has(numero)),
        sizes,
      );
    });
  }

  fetch(ref: MensagemRef): Promise<Uint8Array> {
    return this.#inTurn(async () => {
      const { maxBytes } = this.#session.rede;
      const tamanho = ref.tamanho || (await this.#askSize(ref));
      if (tamanho > maxBytes) throw tooLarge(ref, maxBytes);
      const corpo = await this.#ask(ref, "").catch((error: unknown) => {
        // The message has 0 bytes: the server has nothing to return.
        if (error instanceof NilMessage && tamanho === 0) return Buffer.alloc(0);
        throw error;
      });
      if (corpo.length > maxBytes) throw tooLarge(ref, maxBytes);
      // RFC822.SIZE may be wrong (Exchange estimates it); only then is a round trip needed
      if (corpo.length !== tamanho) await this.#session.ask("NOOP", false);
      return corpo;
    });
  }

  prove(ref: MensagemRef): Promise<string | null> {
    return this.#inTurn(async () => proofOf(await this.#ask(ref, "HEADER")));
  }

  remove(refs: readonly MensagemRef[]): Promise<void> {
    return this.#inTurn(async () => {
      const numeros = this.#numerosOf(refs.map((ref) => ref.uid));
      if (numeros.length === 0) return;
      if (!this.podeApagar) {
        throw new MailOutage("protocolo", "no UIDPLUS: nothing is deleted", { soMensagem: true });
      }
      if (!this.#apagando) await this.#openForDeleting();
      await askExpunge(this.#session, numeros);
      const left = await askSizes(this.#session, numeros);
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

  async #ask(ref: MensagemRef, secao: Secao): Promise<Buffer> {
    const numero = numeroOf(this.#geracao, ref.uid);
    const corpo = numero === null ? null : await askCorpo(this.#session, numero, secao);
    if (corpo !== null) return corpo;
    throw new MailOutage("protocolo", `no message ${ref.uid} here any more`, { soMensagem: true });
  }

  async #askSize(ref: MensagemRef): Promise<number> {
    const numeros = this.#numerosOf([ref.uid]);
    const sizes = await askSizes(this.#session, numeros);
    return sizes.get(numeros[0] ?? 0) ?? 0;
  }

  async #openForDeleting(): Promise<void> {
    const geracao = await openPasta(this.#session, this.#pasta, false);
    if (geracao !== this.#geracao) throw this.#session.spoil("another UIDVALIDITY in the same session");
    this.#apagando = true;
  }

  #numerosOf(uids: readonly string[]): number[] {
    const numeros = uids.map((uid) => numeroOf(this.#geracao, uid)).filter((numero) => numero !== null);
    return [...new Set(numeros)].sort((a, b) => a - b);
  }

  #toRefs(numeros: readonly number[], sizes: ReadonlyMap<number, number>): MensagemRef[] {
    return numeros.map((numero) => ({
      uid: toUid(this.#geracao, numero),
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
async function openPasta(session: ImapSession, pasta: string, leitura: boolean): Promise<string> {
  const mailbox = await session.open(pasta, leitura);
  if (!mailbox.uidValidity) {
    throw session.spoil("no UIDVALIDITY: its messages cannot be told apart between two sessions");
  }
  if (!leitura && mailbox.readOnly) throw session.spoil("the folder is read-only: nothing is deleted");
  return geracaoOf(mailbox.path, mailbox.uidValidity);
}

function pastaOf({ pasta }: CaixaConfig): string {
  const nome = pasta?.trim() || PASTA_PADRAO;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (nome.length <= PASTA_MAX && !/[\x00-\x1f\x7f*%]/.test(nome)) return nome;
  throw new MailOutage("pasta", "not a folder name", { codigo: "pasta-inexistente" });
}

function tooLarge(ref: MensagemRef, maxBytes: number): MailOutage {
  const detalhe = `message ${ref.uid} (${ref.tamanho} bytes) passes ${maxBytes} bytes`;
  return new MailOutage("grande-demais", detalhe, { soMensagem: true });
}
