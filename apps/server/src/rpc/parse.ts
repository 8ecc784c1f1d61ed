import type { ErroCampo, MensagemKey, MethodName, ParamsLimit, ParsedParamsOf } from "@malote/contract";
import { formatMensagem, getMethodRow, JSON_NIVEIS_MAX, paramsLimitOf, placeDates } from "@malote/contract";
import * as z from "zod/mini";
import type { $ZodIssue } from "zod/v4/core";
import { describeFault, isRule, splitKeys } from "./describe-issue.ts";
import { listErros } from "./erros.ts";
import { isTooMuch } from "./weigh.ts";

/** Wrong shape or type is an error of the client; a rule of spec §5 is a sentence for the person. */
export type Parsed<N extends MethodName> =
  | { kind: "ok"; params: ParsedParamsOf<N> }
  | { kind: "shape"; erros: ErroCampo[] }
  | { kind: "rule"; erros: ErroCampo[] };

/**
 * How a value is read: errors that are listed at most; the zone in which its dates are placed; its
 * fields' names at the door.
 */
export type ReadOptions = {
  errosMax?: number | undefined;
  zona?: string;
  nameOf?: (campo: string) => string;
};

/** Reads the params of a method as the contract describes them. Absent params are the same as none. */
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

/** What came of reading a value as a schema describes it. */
export type Lido = { kind: "ok"; data: unknown } | { kind: "shape" | "rule"; erros: ErroCampo[] };

/** What is said of a value that holds more than it may; null: it does not. @param campo its name in the answer */
export function findTooMuch(campo: string, raw: unknown, limit: ParamsLimit): ErroCampo | null {
  if (!isTooMuch(raw, limit)) return null;
  const { chars: caracteres, items: itens } = limit;
  return { campo, mensagem: formatMensagem("parametrosCheios", { caracteres, itens }) };
}

/**
 * Reads a value as a schema of the contract describes it. The caller has bounded its size: each wrong element of a list costs an issue.
 */
export function readSchema(schema: z.ZodMiniType, raw: unknown, options: ReadOptions = {}): Lido {
  const { errosMax, zona, nameOf = (campo) => campo } = options;
  const nul = findNul(raw, []);
  if (nul !== null) {
    const erro = { campo: nameOf(nul), mensagem: formatMensagem("caractereProibido") };
    return { kind: "shape", erros: listErros([erro], (one) => one) };
  }
  const read = z.safeParse(schema, zona === undefined ? raw : placeDates(schema, raw, zona));
  if (read.success) return { kind: "ok", data: read.data };
  const shape = read.error.issues.filter((issue) => !isRule(issue)).flatMap(splitKeys);
  if (shape.length === 0) {
    const rules = listErros(read.error.issues, (issue) => describeRule(issue, nameOf), errosMax);
    return { kind: "rule", erros: rules };
  }
  const erros = listErros(shape, (fault) => describeFault(fault, { raw, nameOf }), errosMax);
  return { kind: "shape", erros };
}

function describeRule({ path, message }: $ZodIssue, nameOf: (campo: string) => string): ErroCampo {
  return { campo: nameOf(path.join(".")), mensagem: formatMensagem(message as MensagemKey) };
}

// PostgreSQL stores no NUL, in no text; the contract would have to say so for every field.
function findNul(value: unknown, path: string[]): string | null {
  if (typeof value === "string") return value.includes("\0") ? path.join(".") : null;
  if (typeof value !== "object" || value === null || path.length > JSON_NIVEIS_MAX) return null;
  for (const [key, held] of Object.entries(value)) {
    const found = findNul(held, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}
