import {
  type Envelope,
  type FieldError,
  formatMessage,
  getMethodRow,
  isMethodName,
  type MethodName,
  type ParamsOf,
  type ResultOf,
  RPC_ERROR,
} from "@malote/contract";
import * as z from "zod/mini";

/** The answer of one method to its params, as the contract declares both. */
export type Answer<N extends MethodName> = (params: ParamsOf<N>) => ResultOf<N> | Promise<ResultOf<N>>;
export type Answers = { [N in MethodName]?: Answer<N> };

/** A call that the application made. */
export type Call = { method: MethodName; params: Record<string, unknown> };

type Envelopes = Envelope & { authToken?: string };
type Responder = (request: Request) => Response | Promise<Response>;

/** The server refuses the call, with its sentence and the refused fields. */
export class Refused extends Error {
  readonly errors: FieldError[];
  constructor(sentence: string, errors: FieldError[] = []) {
    super(sentence);
    this.errors = errors;
  }
}

/** An answer that refuses with a sentence. */
export const refuse = (sentence: string) => (): never => {
  throw new Refused(sentence);
};

/** The call does not reach the server. */
export class Unreachable extends TypeError {}

/** The session of the call is over. */
export class SignedOut extends Error {}

const answers = new Map<MethodName, Answer<MethodName>>();
const endpoints = new Map<string, Responder>();
/** How many tests have ended: a call of an earlier one gets no answer. */
let ended = 0;
let calls: Call[] = [];
let problems: string[] = [];

/** Answers methods in place of the server; a later answer to a method replaces the earlier one. */
export function answer(table: Answers): void {
  for (const [method, respond] of Object.entries(table)) {
    answers.set(method as MethodName, respond as Answer<MethodName>);
  }
}

/** Answers a file endpoint, such as "/Services/import". */
export function answerEndpoint(path: string, respond: Responder): void {
  endpoints.set(path, respond);
}

/** The params of every call of a method, in order. */
export function callsOf<N extends MethodName>(method: N): ParamsOf<N>[] {
  return calls.filter((call) => call.method === method).map(({ params }) => params as ParamsOf<N>);
}

/** Forgets answers and calls. @returns calls without an answer, and params or results that the contract
 * refuses */
export function resetServer(): string[] {
  const found = problems;
  ended += 1;
  isReachable = true;
  clockOffsetMs = 0;
  answers.clear();
  endpoints.clear();
  calls = [];
  problems = [];
  return found;
}

/** A promise that a test settles, for answers that arrive late. */
export function holdAnswer(): { held: Promise<void>; release: () => void } {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}

/** A call that a test has left behind gets no answer. */
const NEVER = new Promise<never>(() => undefined);

/** Replaces the network of the application: every URL below /Services/. */
export function installServer(): void {
  const network = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, origin } = new URL(request.url);
    if (!isReachable) throw new Unreachable(pathname);
    if (pathname === PROBE_PATH) return Response.json({ ok: true });
    if (origin !== window.location.origin || !pathname.startsWith("/Services/")) return network(input, init);
    if (answers.size === 0) return NEVER;
    if (pathname === "/Services/") {
      const before = ended;
      const body = await request.json();
      if (before !== ended) return NEVER;
      const response = await abortable(respondToCall(body), init?.signal);
      response.headers.set("malote-agora", new Date(Date.now() + clockOffsetMs).toISOString());
      return response;
    }
    if (pathname === LIVE_PATH) return abortable(openStream(request.signal), init?.signal);
    const respond = endpoints.get(pathname) ?? USUAL_ENDPOINTS.get(pathname);
    if (respond) return abortable(respond(request), init?.signal);
    problems.push(`no answer to ${request.method} ${pathname}`);
    throw new Unreachable(pathname);
  };
}

/** The paper of any document: the page of a document always asks for it. */
const PAPER = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 297"><svg class="folha" width="210"
  height="297" viewBox="0 0 210 297"><text x="10" y="20" font-size="4">DANFE de exemplo</text></svg></svg>`;
const USUAL_ENDPOINTS = new Map<string, Responder>([["/Services/downloadDanfe", () => new Response(PAPER)]]);

const PROBE_PATH = "/saude";
let isReachable = true;

/** Cuts the network between the page and the server, or mends it. */
export function setReachable(reachable: boolean): void {
  isReachable = reachable;
}

let clockOffsetMs = 0;

/** Moves the server's clock away from that of the browser. */
export function setServerClock(offsetMs: number): void {
  clockOffsetMs = offsetMs;
}

const LIVE_PATH = "/Services/novidades/fluxo";
const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();

function openStream(signal: AbortSignal): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      streams.add(controller);
      signal.addEventListener("abort", () => streams.delete(controller));
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** Tells the open pages that something of the conta changed, as the server does. */
export function announceChange(): void {
  for (const controller of streams) controller.enqueue(new TextEncoder().encode("event: mudou\ndata:\n\n"));
}

/** Rejects when the caller gives up, as the real fetch does. */
async function abortable(
  response: Response | Promise<Response>,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  if (!signal) return response;
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([response, aborted]);
}

async function respondToCall(body: { id: number; method: string; params: unknown }): Promise<Response> {
  const { id, method } = body;
  try {
    return Response.json({ id, error: null, result: await resultOf(method, body.params) });
  } catch (error) {
    if (error instanceof SignedOut) {
      return Response.json({
        id,
        result: null,
        error: { code: RPC_ERROR.unauthorized, message: "Unauthorized" },
      });
    }
    if (error instanceof Unreachable) throw error;
    if (error instanceof Refused) return Response.json({ id, error: null, result: refusal(error) });
    problems.push(`${method}: ${error instanceof Error ? error.message : String(error)}`);
    return Response.json({
      id,
      result: null,
      error: { code: RPC_ERROR.internal, message: "Internal error" },
    });
  }
}

async function resultOf(method: string, params: unknown): Promise<Envelopes> {
  if (!isMethodName(method)) throw new Error("is no method of the contract");
  // Between two tests: the body was read after the test had ended.
  if (answers.size === 0) return NEVER;
  const row = getMethodRow(method);
  calls.push({ method, params: params as Record<string, unknown> });
  check("params", row.params, params);
  const respond = answers.get(method);
  if (!respond) throw new Error("no answer in this test");
  const result = (await respond(params as ParamsOf<MethodName>)) as Partial<Envelopes>;
  checkResult(method, result);
  const mensagem = result.mensagem
    ? formatMessage(result.mensagem as Parameters<typeof formatMessage>[0])
    : null;
  return { ...EMPTY, ...result, sucesso: true, mensagem };
}

const EMPTY: Envelope = {
  sucesso: true,
  mensagem: null,
  erros: [],
  object: null,
  results: null,
  totalCount: null,
};

function refusal({ message, errors }: Refused): Envelope {
  return { ...EMPTY, sucesso: false, mensagem: message, erros: errors };
}

/** An answer must be one that the real server could give. */
function checkResult(method: MethodName, result: Partial<Envelopes>): void {
  const { shape, schema, beside } = getMethodRow(method).result;
  if (schema === null) return;
  const isList = shape === "list" || shape === "listWith";
  if (isList) for (const each of result.results ?? []) check("result", schema, each);
  else check("result", schema, result.object);
  if (beside) check("result", beside, result.object);
}

function check(what: "params" | "result", schema: z.core.$ZodType, value: unknown): void {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw new Error(`${what} refused by the contract: ${z.prettifyError(parsed.error)}`);
}
