import { Client, type Dispatcher } from "undici";
import type { Pedido, Recebido } from "./envelope.ts";
import { causaOfError, SefazOutage } from "./outage.ts";

/** What came back, with its HTTP status. */
export type Entrega = Recebido & { status: number; retryAfter: string | undefined };

/** The server closed a kept connection as we wrote on it: the question most likely never arrived, which nobody can say for sure. */
export class ConexaoVelha extends SefazOutage {}

/** @NOTE a pool hands its connections a handler of its own, but the options as they are. */
type Despacho = Dispatcher.DispatchOptions & { pergunta?: Pergunta };

/** One connection to one host, opened when there is something to ask; it carries one question at a time. */
class Conexao extends Client {
  /** Whether this connection has brought an answer: if not, it is no old one. */
  atendeu = false;

  override dispatch(options: Despacho, handler: Dispatcher.DispatchHandler): boolean {
    if (options.pergunta) options.pergunta.conexao = this;
    return super.dispatch(options, handler);
  }
}

export function createConexao(origin: string | URL, options: object): Client {
  const conexao = new Conexao(origin, options);
  conexao.on("connect", () => {
    conexao.atendeu = false;
  });
  return conexao;
}

type Envio = { pedido: Pedido; ateMs: number };

/** Puts a question on a connection of `por`, once. It may take until `ateMs`, in ms since 1970.
 * @throws SefazOutage; ConexaoVelha when a kept connection broke before any answer */
export function postTo(por: Dispatcher, url: URL, { pedido, ateMs }: Envio): Promise<Entrega> {
  const { contentType, bytes } = pedido;
  return new Promise((resolve, reject) => {
    const pergunta = new Pergunta({ host: url.host, maxBytes: pedido.respostaMaxBytes, resolve, reject });
    pergunta.limit(ateMs - Date.now());
    const headers = { "content-type": contentType, "accept-encoding": "identity" };
    const despacho: Despacho = { method: "POST", path: url.pathname, headers, body: bytes, pergunta };
    por.dispatch(despacho, pergunta);
  });
}

type PerguntaParts = {
  host: string;
  maxBytes: number;
  resolve: (entrega: Entrega) => void;
  reject: (erro: SefazOutage) => void;
};

/** A question on its way, as the connection tells of it. */
class Pergunta implements Dispatcher.DispatchHandler {
  conexao: Conexao | null = null;
  readonly #parts: PerguntaParts;
  readonly #pedacos: Buffer[] = [];
  #tamanho = 0;
  #controller: Dispatcher.DispatchController | null = null;
  #prazo: NodeJS.Timeout | null = null;
  #velha = false;
  #fim = false;
  #status = 0;
  #contentType = "";
  #retryAfter: string | undefined;

  constructor(parts: PerguntaParts) {
    this.#parts = parts;
  }

  /** Ends the question after so many milliseconds. */
  limit(ms: number): void {
    this.#prazo = setTimeout(() => this.#abandon(new SefazOutage("tempo", this.#parts.host)), ms);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#velha = this.conexao?.atendeu ?? false;
    if (this.#fim) controller.abort(new Error("given up before it was sent"));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#velha = false;
    this.#status = status;
    this.#contentType = String(headers["content-type"] ?? "");
    this.#retryAfter = headers["retry-after"]?.toString();
  }

  onResponseData(_controller: Dispatcher.DispatchController, pedaco: Buffer): void {
    const { maxBytes } = this.#parts;
    this.#tamanho += pedaco.length;
    this.#pedacos.push(pedaco);
    if (this.#tamanho > maxBytes)
      this.#abandon(new SefazOutage("resposta-grande-demais", `over ${maxBytes} bytes`));
  }

  onResponseEnd(): void {
    if (this.conexao) this.conexao.atendeu = true;
    if (!this.#finish()) return;
    const [primeiro] = this.#pedacos;
    const entrega: Entrega = {
      status: this.#status,
      contentType: this.#contentType,
      retryAfter: this.#retryAfter,
      bytes: this.#pedacos.length === 1 && primeiro ? primeiro : Buffer.concat(this.#pedacos),
    };
    // @NOTE undici frees a connection one turn of the loop after its answer: who hears of it sooner and asks again opens another.
    setImmediate(() => setImmediate(() => this.#parts.resolve(entrega)));
  }

  onResponseError(_controller: Dispatcher.DispatchController, erro: Error): void {
    if (!this.#finish()) return;
    const { host, reject } = this.#parts;
    const causa = causaOfError(erro);
    const velha = this.#velha && causa === "interrompida";
    reject(new (velha ? ConexaoVelha : SefazOutage)(causa, host, { cause: erro }));
  }

  #abandon(outage: SefazOutage): void {
    if (!this.#finish()) return;
    this.#parts.reject(outage);
    this.#controller?.abort(outage);
  }

  /** False when the question had ended before. */
  #finish(): boolean {
    if (this.#fim) return false;
    this.#fim = true;
    if (this.#prazo) clearTimeout(this.#prazo);
    return true;
  }
}
