import type { Envelope } from "@malote/contract";
import type { Response } from "express";

const EMPTY: Envelope = {
  sucesso: false,
  mensagem: null,
  erros: [],
  object: null,
  results: null,
  totalCount: null,
};

/** Envelope of an accepted upload. */
export function successEnvelope(object: unknown): Envelope {
  return { ...EMPTY, sucesso: true, object };
}

/** Envelope of a refused upload, with its field. */
export function errorEnvelope(mensagem: string, campo?: string): Envelope {
  return { ...EMPTY, mensagem, erros: campo === undefined ? [] : [{ campo, mensagem }] };
}

/** Answers and closes the connection, because its unread body makes it unusable. */
export function answerAndClose(res: Response, status: number, body: Envelope): void {
  res.set("Connection", "close").status(status).json(body);
}
