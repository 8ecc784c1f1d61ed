import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { TLSSocket } from "node:tls";
import type { Relogio } from "../clock.ts";
import { ufsOfAutorizador } from "./autorizadores.ts";
import { type Consumo, createConsumo } from "./consumo.ts";
import type { Contadores } from "./contadores.ts";
import {
  actionOf,
  isServico,
  type Pedido,
  readEnvelope,
  SoapFaultError,
  writeEnvelope,
  writeFault,
} from "./envelope.ts";
import { type FalhaSefaz, LENTA_MS, PAGINA_500 } from "./falhas.ts";
import type { Livro } from "./livro.ts";
import { MalformedXmlError } from "./read-xml.ts";
import { type Atendimento, answer } from "./responder.ts";
import { readTransmissor } from "./transmissor.ts";

type Opcoes = { livro: Livro; contadores: Contadores; relogio: Relogio; falha(): FalhaSefaz };
type Porta = NonNullable<Atendimento["porta"]> & { servico: string };

/** A query fits in far less; the State cuts at 500 KB. */
const BODY_MAX = 500 * 1024;
const SOAP_TYPE = "application/soap+xml";

/** Answers the HTTPS calls of the simulator. */
export function createAtendente(opcoes: Opcoes): RequestListener {
  const consumo = createConsumo();
  return (request, response) => {
    attend({ request, response, opcoes, consumo }).catch(() => send(response, 500, PAGINA_500, "text/html"));
  };
}

type Chamada = { request: IncomingMessage; response: ServerResponse; opcoes: Opcoes; consumo: Consumo };

async function attend({ request, response, opcoes, consumo }: Chamada): Promise<void> {
  const porta = readPorta(request.url ?? "/");
  if (porta === null) return send(response, 404, "Not Found", "text/plain");
  if (request.method !== "POST") return send(response, 405, "Method Not Allowed", "text/plain");
  const body = await readBody(request);
  if (body === null) return send(response, 413, "Request Entity Too Large", "text/plain");
  if (await fail(response, opcoes)) return;
  const pedido = readPedido(request, body);
  if (typeof pedido === "string") return send(response, 500, writeFault("Sender", pedido));
  if (porta !== "outra" && porta.servico !== pedido.servico) {
    return send(response, 500, writeFault("Sender", `${porta.servico} does not answer ${pedido.servico}`));
  }
  const atendido = answer({
    pedido,
    transmissor: readCertificado(request),
    porta: porta === "outra" ? null : porta,
    agora: opcoes.relogio.now(),
    parado: opcoes.falha() === "fora-do-ar",
    livro: opcoes.livro,
    consumo,
  });
  opcoes.contadores.countAtendido(pedido.servico, atendido.cStat);
  send(response, 200, writeEnvelope(pedido.servico, atendido.xml));
}

/** Plays the fault that is switched on; true when there is nothing left to answer. */
async function fail(response: ServerResponse, { falha, contadores }: Opcoes): Promise<boolean> {
  const now = falha();
  if (now === "nenhuma") return false;
  contadores.countFalha();
  if (now === "sem-resposta") return true;
  if (now === "lenta") await sleep(LENTA_MS, undefined, { ref: false });
  if (now === "html-500") send(response, 500, PAGINA_500, "text/html; charset=utf-8");
  if (now === "soap-fault") send(response, 500, writeFault("Receiver", "Erro interno do servidor"));
  return now === "html-500" || now === "soap-fault";
}

/** `/<autorizador>/<modelo>/<Servico>`; a State's own address (`….asmx`) passes too, without its rules; else null. */
function readPorta(url: string): Porta | "outra" | null {
  const segments = (url.split("?", 1)[0] ?? "").split("/").filter(Boolean);
  const [autorizador = "", modelo = "", servico = ""] = segments;
  if (segments.length === 3 && /^[0-9]{2}$/.test(modelo)) {
    const ufs = ufsOfAutorizador(autorizador, modelo);
    return ufs && isServico(servico) ? { ufs, modelo, servico } : null;
  }
  return /nfe(consulta|status)/i.test(segments.at(-1) ?? "") ? "outra" : null;
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
function readPedido(request: IncomingMessage, body: Buffer): Pedido | string {
  const contentType = request.headers["content-type"] ?? "";
  if (contentType.split(";", 1)[0]?.trim().toLowerCase() !== SOAP_TYPE)
    return `Content-Type ${SOAP_TYPE} expected`;
  try {
    const pedido = readEnvelope(new TextDecoder("utf-8", { fatal: true }).decode(body));
    const action = /action="?([^";]+)/i.exec(contentType)?.[1];
    if (action !== undefined && action !== actionOf(pedido.servico)) return `unknown action ${action}`;
    return pedido;
  } catch (error) {
    if (error instanceof SoapFaultError || error instanceof MalformedXmlError) return error.message;
    if (error instanceof TypeError) return "UTF-8 expected";
    throw error;
  }
}

function readCertificado(request: IncomingMessage): string | null {
  if (!(request.socket instanceof TLSSocket)) return null;
  const { raw } = request.socket.getPeerCertificate();
  return raw ? readTransmissor(raw) : null;
}

function send(
  response: ServerResponse,
  status: number,
  body: string,
  type = `${SOAP_TYPE}; charset=utf-8`,
): void {
  if (response.headersSent || response.destroyed) return;
  const bytes = Buffer.from(body, "utf8");
  response.writeHead(status, { "Content-Type": type, "Content-Length": bytes.length });
  response.end(bytes);
}
