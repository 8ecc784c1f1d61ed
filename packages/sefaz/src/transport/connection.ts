import { Client, type Dispatcher } from "undici";
import type { RawResponse, SoapRequest } from "../soap/envelope.ts";
import { causeOfError, SefazOutage } from "./outage.ts";

/** A response as received, with its HTTP status. */
export type HttpResponse = RawResponse & { status: number; retryAfter: string | undefined };

/** The server closed a kept connection while the request was written: it most likely never arrived,
 * but that is not certain. */
export class StaleConnection extends SefazOutage {}

/** @NOTE a pool gives its connections another handler, but passes the options unchanged: hence
 * `pending`. */
type DispatchOptions = Dispatcher.DispatchOptions & { pending?: PendingRequest };

/** One connection to one host, opened by the first request; it carries one request at a time. */
class Connection extends Client {
  /** Whether this connection has delivered a response. If not, it is new, and its failure is no
   * stale connection. */
  hasAnswered = false;

  override dispatch(options: DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (options.pending) options.pending.connection = this;
    return super.dispatch(options, handler);
  }
}

export function createConnection(origin: string | URL, options: object): Client {
  const connection = new Connection(origin, options);
  connection.on("connect", () => {
    connection.hasAnswered = false;
  });
  return connection;
}

type TimedRequest = { request: SoapRequest; deadlineMs: number };

/** Sends a request through `dispatcher`, once. `deadlineMs` is the deadline, in ms since 1970.
 * @throws SefazOutage; StaleConnection when a kept connection broke before any response */
export function postTo(
  dispatcher: Dispatcher,
  url: URL,
  { request, deadlineMs }: TimedRequest,
): Promise<HttpResponse> {
  const { contentType, bytes } = request;
  return new Promise((resolve, reject) => {
    const pending = new PendingRequest({
      host: url.host,
      maxBytes: request.responseMaxBytes,
      resolve,
      reject,
    });
    pending.startTimer(deadlineMs - Date.now());
    const headers = { "content-type": contentType, "accept-encoding": "identity" };
    const dispatch: DispatchOptions = { method: "POST", path: url.pathname, headers, body: bytes, pending };
    dispatcher.dispatch(dispatch, pending);
  });
}

type PendingParts = {
  host: string;
  maxBytes: number;
  resolve: (response: HttpResponse) => void;
  reject: (error: SefazOutage) => void;
};

/** One request in flight: the handler of undici's events. */
class PendingRequest implements Dispatcher.DispatchHandler {
  connection: Connection | null = null;
  readonly #parts: PendingParts;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #controller: Dispatcher.DispatchController | null = null;
  #timer: NodeJS.Timeout | null = null;
  #reused = false;
  #ended = false;
  #status = 0;
  #contentType = "";
  #retryAfter: string | undefined;

  constructor(parts: PendingParts) {
    this.#parts = parts;
  }

  /** Abandons the request after this many ms. */
  startTimer(ms: number): void {
    this.#timer = setTimeout(() => this.#abandon(new SefazOutage("tempo", this.#parts.host)), ms);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#reused = this.connection?.hasAnswered ?? false;
    if (this.#ended) controller.abort(new Error("abandoned before it was sent"));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#reused = false;
    this.#status = status;
    this.#contentType = String(headers["content-type"] ?? "");
    this.#retryAfter = headers["retry-after"]?.toString();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { maxBytes } = this.#parts;
    this.#size += chunk.length;
    this.#chunks.push(chunk);
    if (this.#size > maxBytes)
      this.#abandon(new SefazOutage("resposta-grande-demais", `over ${maxBytes} bytes`));
  }

  onResponseEnd(): void {
    if (this.connection) this.connection.hasAnswered = true;
    if (!this.#finish()) return;
    const [first] = this.#chunks;
    const response: HttpResponse = {
      status: this.#status,
      contentType: this.#contentType,
      retryAfter: this.#retryAfter,
      bytes: this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks),
    };
    // @NOTE undici frees a connection one turn of the event loop after its response. Resolving
    // earlier makes the next request open another.
    setImmediate(() => setImmediate(() => this.#parts.resolve(response)));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (!this.#finish()) return;
    const { host, reject } = this.#parts;
    const cause = causeOfError(error);
    const stale = this.#reused && cause === "interrompida";
    reject(new (stale ? StaleConnection : SefazOutage)(cause, host, { cause: error }));
  }

  #abandon(outage: SefazOutage): void {
    if (!this.#finish()) return;
    this.#parts.reject(outage);
    this.#controller?.abort(outage);
  }

  /** False if the request had already ended. */
  #finish(): boolean {
    if (this.#ended) return false;
    this.#ended = true;
    if (this.#timer) clearTimeout(this.#timer);
    return true;
  }
}
