import type { FieldError, MessageKey, MethodName, ParamsLimit, ParsedParamsOf } from "@malote/contract";
import { formatMessage, getMethodRow, JSON_DEPTH_MAX, paramsLimitOf, placeDates } from "@malote/contract";
import * as z from "zod/mini";
import type { $ZodIssue } from "zod/v4/core";
import { describeFault, isRule, splitKeys } from "./describe-issue.ts";
import { listErrors } from "./list-errors.ts";
import { exceedsLimit } from "./params-size.ts";

/** A wrong shape or type is an error of the client; a rule of spec §5 is a sentence for the user. */
export type Parsed<N extends MethodName> =
  | { kind: "ok"; params: ParsedParamsOf<N> }
  | { kind: "shape"; erros: FieldError[] }
  | { kind: "rule"; erros: FieldError[] };

/**
 * errorsMax: errors that are listed; zona: time zone of its dates; nameOf: field name in the protocol.
 */
export type ReadOptions = {
  errorsMax?: number | undefined;
  zona?: string;
  nameOf?: (campo: string) => string;
};

/** Reads the params of a method by the contract. Absent params are the same as none. */
export function parseParams<N extends MethodName>(
  method: N,
  raw: unknown,
  options: ReadOptions = {},
): Parsed<N> {
  const row = getMethodRow(method);
  const tooMuch = findTooMuch("params", raw, paramsLimitOf(row));
  if (tooMuch !== null) return { kind: "shape", erros: [tooMuch] };
  const read = readSchema(row.params, raw ?? {}, options);
  return read.kind === "ok" ? { kind: "ok", params: read.data as ParsedParamsOf<N> } : read;
}

/** Result of reading a value by a schema. */
export type SchemaResult = { kind: "ok"; data: unknown } | { kind: "shape" | "rule"; erros: FieldError[] };

/**
 * The error of a value over its size limit; null: within it.
 * @param campo its name in the response
 */
export function findTooMuch(campo: string, raw: unknown, limit: ParamsLimit): FieldError | null {
  if (!exceedsLimit(raw, limit)) return null;
  const { chars: characters, items: itemCount } = limit;
  return { campo, mensagem: formatMessage("parametrosCheios", { caracteres: characters, itens: itemCount }) };
}

/**
 * Reads a value by a schema of the contract. The caller limits
 * its size first: each wrong list element costs an issue.
 */
export function readSchema(schema: z.ZodMiniType, raw: unknown, options: ReadOptions = {}): SchemaResult {
  const { errorsMax, zona, nameOf = (campo) => campo } = options;
  const nulPath = findNul(raw, []);
  if (nulPath !== null) {
    const error = { campo: nameOf(nulPath), mensagem: formatMessage("caractereProibido") };
    return { kind: "shape", erros: listErrors([error], (one) => one) };
  }
  const read = z.safeParse(schema, zona === undefined ? raw : placeDates(schema, raw, zona));
  if (read.success) return { kind: "ok", data: read.data };
  const shape = read.error.issues.filter((issue) => !isRule(issue)).flatMap(splitKeys);
  if (shape.length === 0) {
    const rules = listErrors(read.error.issues, (issue) => describeRule(issue, nameOf), errorsMax);
    return { kind: "rule", erros: rules };
  }
  const erros = listErrors(shape, (fault) => describeFault(fault, { raw, nameOf }), errorsMax);
  return { kind: "shape", erros };
}

function describeRule({ path, message }: $ZodIssue, nameOf: (campo: string) => string): FieldError {
  return { campo: nameOf(path.join(".")), mensagem: formatMessage(message as MessageKey) };
}

// PostgreSQL stores no NUL in text; otherwise every field of the contract would need this check.
function findNul(value: unknown, path: string[]): string | null {
  if (typeof value === "string") return value.includes("\0") ? path.join(".") : null;
  if (typeof value !== "object" || value === null || path.length > JSON_DEPTH_MAX) return null;
  for (const [key, held] of Object.entries(value)) {
    const found = findNul(held, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}
