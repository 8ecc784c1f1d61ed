import type { Envelope } from "@malote/contract";
import type { Response } from "express";

const NADA: Envelope = {
  sucesso: false,
  mensagem: null,
  erros: [],
  object: null,
  results: null,
  totalCount: null,
};

/** Envelope of an accepted upload. */
export function sayYes(object: unknown): Envelope {
  return { ...NADA, sucesso: true, object };
}

/** Envelope of a refused upload, with its field. */
export function sayNo(mensagem: string, campo?: string): Envelope {
  return { ...NADA, mensagem, erros: campo === undefined ? [] : [{ campo, mensagem }] };
}

/** Answers and closes the connection, because its unread body makes it unusable. */
export function leave(res: Response, status: number, body: Envelope): void {
  res.set("Connection", "close").status(status).json(body);
}
