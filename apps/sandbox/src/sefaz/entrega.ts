import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { writeFault } from "./envelope.ts";
import { type FalhaSefaz, GOTA_MS, GOTAS, LENTA_MS, PAGINA_200, PAGINA_500 } from "./falhas.ts";

/** Sends responses, complete or as a fault requires. */

const SOAP = "application/soap+xml; charset=utf-8";
const HTML = "text/html; charset=utf-8";
/** A signature as of a State's server, with an accent that reveals a wrong charset. */
const RODAPE = "<!-- Secretaria da Fazenda: serviço de consulta -->";

/** Plays the faults that replace a response; true when no response is left to send. */
export async function playFalha(response: ServerResponse, falha: FalhaSefaz): Promise<boolean> {
  switch (falha) {
    case "sem-resposta":
      return true;
    case "conexao-cortada":
      response.socket?.destroy();
      return true;
    case "lenta":
      await sleep(LENTA_MS, undefined, { ref: false });
      return false;
    case "http-403":
      send(response, 403, "<html><body><h2>403 - Forbidden: Access is denied.</h2></body></html>", HTML);
      return true;
    case "http-500":
      send(response, 500, "", HTML);
      return true;
    case "html-500":
      send(response, 500, PAGINA_500, HTML);
      return true;
    case "html-200":
      send(response, 200, PAGINA_200, HTML);
      return true;
    case "soap-fault":
      send(response, 500, writeFault("Receiver", "Erro interno do servidor"));
      return true;
    default:
      return false;
  }
}

export function send(response: ServerResponse, status: number, body: string | Buffer, type = SOAP): void {
  if (response.headersSent || response.destroyed) return;
  const bytes = Buffer.from(body);
  response.writeHead(status, { "Content-Type": type, "Content-Length": bytes.length });
  response.end(bytes);
}

/** Sends a response, complete or as a fault requires. */
export function sendXml(response: ServerResponse, xml: string, falha: FalhaSefaz): void {
  if (falha === "resposta-perdida") {
    response.socket?.destroy();
    return;
  }
  if (falha === "gotejamento") {
    void drip(response, Buffer.from(xml, "utf8"));
    return;
  }
  if (falha === "charset-errado") {
    send(response, 200, Buffer.from(xml.replace("?>", `?>${RODAPE}`), "latin1"));
    return;
  }
  send(response, 200, xml);
}

async function drip(response: ServerResponse, bytes: Buffer): Promise<void> {
  if (response.destroyed) return;
  response.writeHead(200, { "Content-Type": SOAP, "Content-Length": bytes.length });
  const drop = Math.ceil(bytes.length / GOTAS);
  for (let at = 0; at < bytes.length && !response.destroyed; at += drop) {
    response.write(bytes.subarray(at, at + drop));
    await sleep(GOTA_MS, undefined, { ref: false });
  }
  response.end();
}
