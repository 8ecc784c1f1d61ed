import { formatMessage, type MessageKey } from "@malote/contract";
import { type XmlElement, XmlError, type XmlFault } from "@malote/dfe";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import express from "express";
import { clientErrorStatusOf } from "../client-fault.ts";
import {
  mediaOf,
  type OpenedEnvelope,
  openEnvelope,
  type SoapFault,
  type SoapFaultCode,
  type SoapVersion,
  statusOfFault,
  versionOfMedia,
  writeFault,
} from "./envelope.ts";
import { readMessage } from "./message-xml.ts";

const XML_REFUSALS: Partial<Record<XmlFault, MessageKey>> = {
  codificacao: "soapCodificacao",
  dtd: "soapDtd",
};

const ENVELOPE_REFUSALS = {
  envelope: "soapEnvelope",
  versao: "soapVersao",
  corpo: "soapCorpo",
  cabecalho: "soapCabecalho",
} as const satisfies Record<string, MessageKey>;

/** Fault of a request that is not a call. */
export type CallRefusal = { code: SoapFaultCode; key: MessageKey };

/** Sends a fault. */
export type SendFault = (
  res: Response,
  version: SoapVersion,
  fault: SoapFault & { key: MessageKey },
  status?: number,
) => void;

/** Sends a fault without details. */
export const sendFault: SendFault = (res, version, fault, status) => {
  res.status(status ?? statusOfFault(version, fault.code));
  res.set("Content-Type", mediaOf(version)).end(writeFault(version, fault));
};

/** Reads an uncompressed body of at most `bytesMax` bytes. */
export function createBytesReader(bytesMax: number): RequestHandler {
  return express.raw({ limit: bytesMax, type: () => true, inflate: false });
}

/** Refuses requests with neither media type of SOAP. */
export function requireMedia(send: SendFault): RequestHandler {
  return (req, res, next) => {
    if (versionOfMedia(req.get("content-type")) !== null) return next();
    refuse(res, req, { key: "soapMedia", status: 415, send });
  };
}

/** Reads the whole body of a call as bytes.   @param readBytes puts them into `req.body`, bounded */
export function readBody(
  readBytes: RequestHandler,
  send: SendFault,
): (RequestHandler | express.ErrorRequestHandler)[] {
  // Express recognizes an error handler by its four parameters.
  const conclude = (error: unknown, req: Request, res: Response, next: NextFunction): void => {
    const status = clientErrorStatusOf(error);
    if (status === null || res.headersSent) return void next(error);
    refuse(res, req, { key: status === 413 ? "soapGrande" : "soapMalformado", status, send });
  };
  return [readBytes, conclude];
}

function refuse(
  res: Response,
  req: Request,
  { key, status, send }: { key: MessageKey; status: number; send: SendFault },
): void {
  const version = versionOfMedia(req.get("content-type")) ?? "1.1";
  send(res, version, { code: "Sender", key, reasonText: formatMessage(key) }, status);
}

/**
 * The call in a body; null when there is none and a fault was sent.
 * @param o entende: headers that we understand
 */
export function readCall(
  req: Request,
  res: Response,
  { understands, send }: { understands(header: XmlElement): boolean; send: SendFault },
): OpenedEnvelope | null {
  const declaredVersion = versionOfMedia(req.get("content-type")) ?? "1.1";
  const bytes: unknown = req.body;
  const root = readRoot(Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0));
  const say = (version: SoapVersion, { code, key }: CallRefusal): null => {
    send(res, version, { code, key, reasonText: formatMessage(key) });
    return null;
  };
  if (typeof root === "string") return say(declaredVersion, { code: "Sender", key: root });
  const envelope = openEnvelope(root, { understands });
  if (envelope.kind === "ok") return envelope;
  return say(envelope.version, { code: envelope.code, key: ENVELOPE_REFUSALS[envelope.reason] });
}

function readRoot(bytes: Buffer): XmlElement | MessageKey {
  try {
    return readMessage(bytes);
  } catch (error) {
    if (error instanceof XmlError) return XML_REFUSALS[error.fault] ?? "soapMalformado";
    throw error;
  }
}
