import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Relogio } from "../clock.ts";
import type { Atendido } from "./atendimento.ts";
import { type Lcr, readTransmissorOf } from "./certificado-transmissor.ts";
import type { Consumo } from "./consumo/consumo.ts";
import { assuntoOf, type Contadores } from "./contadores.ts";
import { playFalha, send, sendXml } from "./entrega.ts";
import {
  isActionOf,
  type Pedido,
  readEnvelope,
  SoapFaultError,
  writeEnvelope,
  writeFault,
} from "./envelope.ts";
import type { ConferenteAssinatura } from "./evento/assinatura.ts";
import { type FalhaSefaz, type Falhas, PAGINA_500 } from "./falhas.ts";
import type { Livro } from "./livro.ts";
import { type Porta, readPorta } from "./porta.ts";
import { MalformedXmlError } from "./read-xml.ts";
import { answer } from "./responder.ts";

type Opcoes = {
  livro: Livro;
  consumo: Consumo;
  contadores: Contadores;
  conferente: ConferenteAssinatura;
  relogio: Relogio;
  falhas: Falhas;
  lcr(): Lcr;
};

/** A query is far smaller; SEFAZ cuts at 500 KB. */
const BODY_MAX = 500 * 1024;
const SOAP_TYPE = "application/soap+xml";

/** Handles the HTTPS requests of the simulator. */
export function createAtendente(opcoes: Opcoes): RequestListener {
  return (request, response) => {
    attend(request, response, opcoes).catch((error: unknown) => {
      process.stderr.write(
        `Erro na SEFAZ do sandbox: ${error instanceof Error ? error.stack : String(error)}\n`,
      );
      send(response, 500, PAGINA_500, "text/html");
    });
  };
}

async function attend(request: IncomingMessage, response: ServerResponse, opcoes: Opcoes): Promise<void> {
  const porta = readPorta(request.url ?? "/");
  if (porta === null) return send(response, 404, "Not Found", "text/plain");
  if (request.method !== "POST") return send(response, 405, "Method Not Allowed", "text/plain");
  const body = await readBody(request);
  if (body === null) return send(response, 413, "Request Entity Too Large", "text/plain");
  const pedido = readPedido(request, body);
  if (typeof pedido === "string") return send(response, 500, writeFault("Sender", pedido));
  if (porta !== "outra" && porta.servico !== pedido.servico) {
    return send(response, 500, writeFault("Sender", `${porta.servico} does not answer ${pedido.servico}`));
  }
  await converse({ request, response, pedido, porta: porta === "outra" ? null : porta }, opcoes);
}

type Conversa = { request: IncomingMessage; response: ServerResponse; pedido: Pedido; porta: Porta | null };

/** Handles one request from its arrival to the end of its response, whatever its outcome. */
async function converse(conversa: Conversa, opcoes: Opcoes): Promise<void> {
  const { request, response, pedido, porta } = conversa;
  const agora = opcoes.relogio.now();
  const autorizador = porta?.autorizador ?? "";
  const { documento: transmissor, recusa } = readTransmissorOf(request, agora, opcoes.lcr());
  const assunto = assuntoOf(pedido);
  const { servico } = pedido;
  const pergunta = { em: agora.toISOString(), servico, autorizador, transmissor: transmissor ?? "" };
  const close = assunto === null ? () => undefined : opcoes.contadores.openPergunta(assunto, pergunta);
  let outcome = "";
  const end = once(() => close(outcome));
  // @NOTE "close" comes after the caller has the response and may already send the next request.
  response.once("prefinish", end).once("close", end);
  const falha = opcoes.falhas.draw({ autorizador, servico });
  if (falha !== "nenhuma") opcoes.contadores.countFalha(falha);
  outcome = falha;
  if (await playFalha(response, falha)) return;
  const atendido = await answer({
    pedido,
    recusaCertificado: recusa,
    transmissor,
    porta,
    agora,
    parado: paradoBy(falha),
    livro: opcoes.livro,
    consumo: opcoes.consumo,
    conferente: opcoes.conferente,
  });
  outcome = atendido.cStat;
  opcoes.contadores.countAtendido(servico, atendido.cStat);
  deliver(response, { atendido, falha, xml: writeEnvelope(servico, atendido.xml, autorizador) });
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}

function paradoBy(falha: FalhaSefaz): "108" | "109" | null {
  if (falha === "fora-do-ar") return "108";
  return falha === "sem-previsao" ? "109" : null;
}

/** A response that did not arrive whole, or is unreadable, has no stored effect. */
function deliver(response: ServerResponse, o: { atendido: Atendido; falha: FalhaSefaz; xml: string }): void {
  const { undo } = o.atendido;
  response.once("close", () => {
    if (!response.writableFinished || o.falha === "charset-errado") undo?.();
  });
  sendXml(response, o.xml, o.falha);
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
    if (action !== undefined && !isActionOf(pedido.servico, action)) return `unknown action ${action}`;
    return pedido;
  } catch (error) {
    if (error instanceof SoapFaultError || error instanceof MalformedXmlError) return error.message;
    if (error instanceof TypeError) return "UTF-8 expected";
    throw error;
  }
}
