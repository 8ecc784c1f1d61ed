import type { Envelope, FieldError, MethodName, ResultSchema } from "@malote/contract";
import { formatMessage, getMethodRow } from "@malote/contract";
import * as z from "zod/mini";
import type { HandlerResult, LoginEnvelope } from "./outcome.ts";

/**
 * Wraps a handler's result in the envelope, with the fields of the contract only.
 * @throws {z.core.$ZodError} when the result violates the contract: a bug
 */
export function wrapResult(method: MethodName, held: HandlerResult): Envelope | LoginEnvelope {
  const row = getMethodRow(method).result;
  if (row.shape === "login") return { sucesso: true, authToken: held.authToken ?? null, mensagem: null };
  return {
    ...EMPTY,
    sucesso: true,
    mensagem: held.mensagem === undefined ? null : formatMessage(held.mensagem),
    object: held.object === undefined ? null : readOne(row.beside ?? row.schema, held.object),
    results: held.results === undefined ? null : held.results.map((item) => readOne(row.schema, item)),
    totalCount: held.totalCount ?? null,
    ...(held.totalExato === undefined ? {} : { totalExato: held.totalExato }),
    ...(held.somaTotal === undefined ? {} : { somaTotal: held.somaTotal }),
  };
}

/** Wraps a refusal with its sentence. */
export function wrapRefusal(
  method: MethodName,
  mensagem: string,
  erros: FieldError[] = [],
): Envelope | LoginEnvelope {
  if (getMethodRow(method).result.shape !== "login") return { ...EMPTY, mensagem, erros };
  return { sucesso: false, authToken: null, mensagem, ...(erros.length > 0 ? { erros } : {}) };
}

const EMPTY: Envelope = {
  sucesso: false,
  mensagem: null,
  erros: [],
  object: null,
  results: null,
  totalCount: null,
};

function readOne(schema: ResultSchema["schema"], value: unknown): unknown {
  return schema === null ? null : z.parse(schema, value);
}
