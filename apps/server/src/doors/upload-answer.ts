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

/** What an upload gave. */
export function sayYes(object: unknown): Envelope {
  return { ...NADA, sucesso: true, object };
}

/** Why an upload is refused, and of which field. */
export function sayNo(mensagem: string, campo?: string): Envelope {
  return { ...NADA, mensagem, erros: campo === undefined ? [] : [{ campo, mensagem }] };
}

/** Answers and ends the connection: what was not read to its end makes it useless for another call. */
export function leave(res: Response, status: number, body: Envelope): void {
  res.set("Connection", "close").status(status).json(body);
}
