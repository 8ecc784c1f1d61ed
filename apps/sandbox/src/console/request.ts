import type { Response } from "express";

/** Reads a field of a JSON body of any type. */
export function readField(body: unknown, name: string): unknown {
  if (typeof body !== "object" || body === null) return undefined;
  return Object.entries(body).find(([key]) => key === name)?.[1];
}

/** Refuses a request, with a sentence for the user of the console. */
export function refuse(response: Response, status: number, message: string): void {
  response.status(status).json({ mensagem: message });
}
