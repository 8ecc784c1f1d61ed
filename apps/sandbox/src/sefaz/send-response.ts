import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { writeFault } from "./envelope.ts";
import {
  DRIP_INTERVAL_MS,
  DRIP_PIECES,
  ERROR_PAGE,
  MAINTENANCE_PAGE,
  type SefazFault,
  SLOW_MS,
} from "./sefaz-faults.ts";

/** Sends responses, complete or as a fault requires. */

const SOAP = "application/soap+xml; charset=utf-8";
const HTML = "text/html; charset=utf-8";
/** A signature as of a State's server, with an accent that reveals a wrong charset. */
const FOOTER_COMMENT = "<!-- Secretaria da Fazenda: serviço de consulta -->";

/** Plays the faults that replace a response; true when no response is left to send. */
export async function playFault(response: ServerResponse, fault: SefazFault): Promise<boolean> {
  switch (fault) {
    case "sem-resposta":
      return true;
    case "conexao-cortada":
      response.socket?.destroy();
      return true;
    case "lenta":
      await sleep(SLOW_MS, undefined, { ref: false });
      return false;
    case "http-403":
      send(response, 403, "<html><body><h2>403 - Forbidden: Access is denied.</h2></body></html>", HTML);
      return true;
    case "http-500":
      send(response, 500, "", HTML);
      return true;
    case "html-500":
      send(response, 500, ERROR_PAGE, HTML);
      return true;
    case "html-200":
      send(response, 200, MAINTENANCE_PAGE, HTML);
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
export function sendXml(response: ServerResponse, xml: string, fault: SefazFault): void {
  if (fault === "resposta-perdida") {
    response.socket?.destroy();
    return;
  }
  if (fault === "gotejamento") {
    void drip(response, Buffer.from(xml, "utf8"));
    return;
  }
  if (fault === "charset-errado") {
    send(response, 200, Buffer.from(xml.replace("?>", `?>${FOOTER_COMMENT}`), "latin1"));
    return;
  }
  send(response, 200, xml);
}

async function drip(response: ServerResponse, bytes: Buffer): Promise<void> {
  if (response.destroyed) return;
  response.writeHead(200, { "Content-Type": SOAP, "Content-Length": bytes.length });
  const drop = Math.ceil(bytes.length / DRIP_PIECES);
  for (let at = 0; at < bytes.length && !response.destroyed; at += drop) {
    response.write(bytes.subarray(at, at + drop));
    await sleep(DRIP_INTERVAL_MS, undefined, { ref: false });
  }
  response.end();
}
