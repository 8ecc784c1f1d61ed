import { formatMensagem, type MensagemKey } from "@malote/contract";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import express from "express";
import { clientFaultOf } from "../client-fault.ts";
import {
  type CodigoSoap,
  type EnvelopeLido,
  type Falta,
  mediaOf,
  openEnvelope,
  statusOfFault,
  type VersaoSoap,
  versaoOfMedia,
  writeFault,
} from "./envelope.ts";
import { type Elemento, type MotivoXml, readXml, XmlRecusado } from "./read-xml.ts";

const MOTIVO_XML = {
  codificacao: "soapCodificacao",
  dtd: "soapDtd",
  malformado: "soapMalformado",
} as const satisfies Record<MotivoXml, MensagemKey>;

const MOTIVO_ENVELOPE = {
  envelope: "soapEnvelope",
  versao: "soapVersao",
  corpo: "soapCorpo",
  cabecalho: "soapCabecalho",
} as const satisfies Record<string, MensagemKey>;

/** Fault of a request that is not a call. */
export type RecusaChamada = { codigo: CodigoSoap; key: MensagemKey };

/** Sends a fault. */
export type SendFault = (
  res: Response,
  versao: VersaoSoap,
  falta: Falta & { key: MensagemKey },
  status?: number,
) => void;

/** Sends a fault without details. */
export const sendFault: SendFault = (res, versao, falta, status) => {
  res.status(status ?? statusOfFault(versao, falta.codigo));
  res.set("Content-Type", mediaOf(versao)).end(writeFault(versao, falta));
};

/** Reads an uncompressed body of at most `bytesMax` bytes. */
export function createBytesReader(bytesMax: number): RequestHandler {
  return express.raw({ limit: bytesMax, type: () => true, inflate: false });
}

/** Refuses requests with neither media type of SOAP. */
export function demandMedia(send: SendFault): RequestHandler {
  return (req, res, next) => {
    if (versaoOfMedia(req.get("content-type")) !== null) return next();
    refuse(res, req, { key: "soapMedia", status: 415, send });
  };
}

/** Reads the whole body of a call as bytes.   @param readBytes puts them into `req.body`, bounded */
export function readCorpo(
  readBytes: RequestHandler,
  send: SendFault,
): (RequestHandler | express.ErrorRequestHandler)[] {
  // Express recognizes an error handler by its four parameters.
  const conclude = (error: unknown, req: Request, res: Response, next: NextFunction): void => {
    const status = clientFaultOf(error);
    if (status === null || res.headersSent) return void next(error);
    refuse(res, req, { key: status === 413 ? "soapGrande" : "soapMalformado", status, send });
  };
  return [readBytes, conclude];
}

function refuse(
  res: Response,
  req: Request,
  { key, status, send }: { key: MensagemKey; status: number; send: SendFault },
): void {
  const versao = versaoOfMedia(req.get("content-type")) ?? "1.1";
  send(res, versao, { codigo: "Sender", key, razao: formatMensagem(key) }, status);
}

/**
 * The call in a body; null when there is none and a fault was sent.
 * @param o entende: headers that we understand
 */
export function readChamada(
  req: Request,
  res: Response,
  { entende, send }: { entende(cabecalho: Elemento): boolean; send: SendFault },
): EnvelopeLido | null {
  const falada = versaoOfMedia(req.get("content-type")) ?? "1.1";
  const bytes: unknown = req.body;
  const lido = readRaiz(Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0));
  const say = (versao: VersaoSoap, { codigo, key }: RecusaChamada): null => {
    send(res, versao, { codigo, key, razao: formatMensagem(key) });
    return null;
  };
  if (typeof lido === "string") return say(falada, { codigo: "Sender", key: lido });
  const envelope = openEnvelope(lido, { entende });
  if (envelope.kind === "ok") return envelope;
  return say(envelope.versao, { codigo: envelope.codigo, key: MOTIVO_ENVELOPE[envelope.motivo] });
}

function readRaiz(bytes: Buffer): Elemento | MensagemKey {
  try {
    return readXml(bytes);
  } catch (error) {
    if (error instanceof XmlRecusado) return MOTIVO_XML[error.motivo];
    throw error;
  }
}
