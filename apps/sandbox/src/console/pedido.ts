import type { Response } from "express";

/** A field of a JSON body, whatever the body is. */
export function readField(body: unknown, name: string): unknown {
  if (typeof body !== "object" || body === null) return undefined;
  return Object.entries(body).find(([key]) => key === name)?.[1];
}

/** Says no, in a sentence for the person at the console. */
export function refuse(response: Response, status: number, mensagem: string): void {
  response.status(status).json({ mensagem });
}
