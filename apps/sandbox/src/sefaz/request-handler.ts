import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Clock } from "../clock.ts";
import { answer } from "./answer.ts";
import { type Crl, readTransmissorOf } from "./client-certificate.ts";
import { type Counters, subjectOf } from "./counters.ts";
import { type Endpoint, readEndpoint } from "./endpoint.ts";
import {
  isActionOf,
  readEnvelope,
  SoapFaultError,
  type SoapRequest,
  writeEnvelope,
  writeFault,
} from "./envelope.ts";
import type { SignatureVerifier } from "./evento/verify-signature.ts";
import type { Ledger } from "./ledger.ts";
import { MalformedXmlError } from "./read-xml.ts";
import { ERROR_PAGE, type FaultInjector, type SefazFault } from "./sefaz-faults.ts";
import { playFault, send, sendXml } from "./send-response.ts";
import type { ServiceReply } from "./service-call.ts";
import type { UsageMonitor } from "./usage/usage-monitor.ts";

type HandlerOptions = {
  ledger: Ledger;
  usage: UsageMonitor;
  counters: Counters;
  signatureVerifier: SignatureVerifier;
  clock: Clock;
  faults: FaultInjector;
  crl(): Crl;
};

/** A query is far smaller; SEFAZ cuts at 500 KB. */
const BODY_MAX = 500 * 1024;
const SOAP_TYPE = "application/soap+xml";

/** Handles the HTTPS requests of the simulator. */
export function createRequestHandler(options: HandlerOptions): RequestListener {
  return (request, response) => {
    handleRequest(request, response, options).catch((error: unknown) => {
      process.stderr.write(
        `Erro na SEFAZ do sandbox: ${error instanceof Error ? error.stack : String(error)}\n`,
      );
      send(response, 500, ERROR_PAGE, "text/html");
    });
  };
}

async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  options: HandlerOptions,
): Promise<void> {
  const porta = readEndpoint(request.url ?? "/");
  if (porta === null) return send(response, 404, "Not Found", "text/plain");
  if (request.method !== "POST") return send(response, 405, "Method Not Allowed", "text/plain");
  const body = await readBody(request);
  if (body === null) return send(response, 413, "Request Entity Too Large", "text/plain");
  const pedido = readRequest(request, body);
  if (typeof pedido === "string") return send(response, 500, writeFault("Sender", pedido));
  if (porta !== "outra" && porta.servico !== pedido.servico) {
    return send(response, 500, writeFault("Sender", `${porta.servico} does not answer ${pedido.servico}`));
  }
  await respond({ request, response, pedido, porta: porta === "outra" ? null : porta }, options);
}

type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  pedido: SoapRequest;
  porta: Endpoint | null;
};

/** Handles one request from its arrival to the end of its response, whatever its outcome. */
async function respond(exchange: Exchange, options: HandlerOptions): Promise<void> {
  const { request, response, pedido, porta } = exchange;
  const now = options.clock.now();
  const autorizador = porta?.autorizador ?? "";
  const { documento: transmissor, refusal: recusa } = readTransmissorOf(request, now, options.crl());
  const assunto = subjectOf(pedido);
  const { servico } = pedido;
  const query = { em: now.toISOString(), servico, autorizador, transmissor: transmissor ?? "" };
  const close = assunto === null ? () => undefined : options.counters.openQuery(assunto, query);
  let outcome = "";
  const end = once(() => close(outcome));
  // @NOTE "close" comes after the caller has the response and may already send the next request.
  response.once("prefinish", end).once("close", end);
  const fault = options.faults.draw({ autorizador, servico });
  if (fault !== "nenhuma") options.counters.countFault(fault);
  outcome = fault;
  if (await playFault(response, fault)) return;
  const reply = await answer({
    pedido,
    certificateFault: recusa,
    transmissor,
    porta,
    now,
    paused: pausedBy(fault),
    ledger: options.ledger,
    usage: options.usage,
    signatureVerifier: options.signatureVerifier,
  });
  outcome = reply.cStat;
  options.counters.countReply(servico, reply.cStat);
  deliver(response, { reply, fault, xml: writeEnvelope(servico, reply.xml, autorizador) });
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}

function pausedBy(fault: SefazFault): "108" | "109" | null {
  if (fault === "fora-do-ar") return "108";
  return fault === "sem-previsao" ? "109" : null;
}

/** A response that did not arrive whole, or is unreadable, has no stored effect. */
function deliver(response: ServerResponse, o: { reply: ServiceReply; fault: SefazFault; xml: string }): void {
  const { undo } = o.reply;
  response.once("close", () => {
    if (!response.writableFinished || o.fault === "charset-errado") undo?.();
  });
  sendXml(response, o.xml, o.fault);
}

function readBody(request: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("error", reject);
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_MAX) chunks.push(chunk);
    });
    request.on("end", () => resolve(size > BODY_MAX ? null : Buffer.concat(chunks)));
  });
}

/** The request, or the reason of a SOAP fault. */
function readRequest(request: IncomingMessage, body: Buffer): SoapRequest | string {
  const contentType = request.headers["content-type"] ?? "";
  if (contentType.split(";", 1)[0]?.trim().toLowerCase() !== SOAP_TYPE)
    return `Content-Type ${SOAP_TYPE} expected`;
  try {
    const pedido = readEnvelope(new TextDecoder("utf-8", { fatal: true }).decode(body));
    const action = /action="?([^";]+)/i.exec(contentType)?.[1];
    if (action !== undefined && !isActionOf(pedido.servico, action)) return `unknown action ${action}`;
    return pedido;
  } catch (error) {
    if (error instanceof SoapFaultError || error instanceof MalformedXmlError) return error.message;
    if (error instanceof TypeError) return "UTF-8 expected";
    throw error;
  }
}
