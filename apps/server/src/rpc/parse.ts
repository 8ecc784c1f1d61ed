import type { ErroCampo, MensagemKey, MethodName, ParsedParamsOf } from "@malote/contract";
import { formatMensagem, getMethodRow, MENSAGENS } from "@malote/contract";
import * as z from "zod/mini";
import type { $ZodIssue } from "zod/v4/core";
import pt from "zod/v4/locales/pt.js";

/** Wrong shape or type is an error of the client; a rule of spec §5 is a sentence for the person. */
export type Parsed<N extends MethodName> =
  | { kind: "ok"; params: ParsedParamsOf<N> }
  | { kind: "shape"; erros: ErroCampo[] }
  | { kind: "rule"; erros: ErroCampo[] };

const { localeError } = pt();

/** No params of the contract lie deeper. */
const DEPTH_MAX = 8;

/** Reads the params of a method as the contract describes them. Absent params are the same as none. */
export function parseParams<N extends MethodName>(method: N, raw: unknown): Parsed<N> {
  const read = readSchema(getMethodRow(method).params, raw ?? {});
  return read.kind === "ok" ? { kind: "ok", params: read.data as ParsedParamsOf<N> } : read;
}

/** What came of reading a value as a schema describes it. */
export type Lido = { kind: "ok"; data: unknown } | { kind: "shape" | "rule"; erros: ErroCampo[] };

/** Reads a value as a schema of the contract describes it. */
export function readSchema(schema: z.ZodMiniType, raw: unknown): Lido {
  const nul = findNul(raw, []);
  if (nul !== null)
    return { kind: "shape", erros: [{ campo: nul, mensagem: formatMensagem("caractereProibido") }] };
  const read = z.safeParse(schema, raw, { error: localeError });
  if (read.success) return { kind: "ok", data: read.data };
  const shape = read.error.issues.filter((issue) => !isRule(issue));
  if (shape.length > 0) return { kind: "shape", erros: shape.flatMap(describe) };
  return {
    kind: "rule",
    erros: read.error.issues.map((issue) => ({
      campo: issue.path.join("."),
      mensagem: formatMensagem(issue.message as MensagemKey),
    })),
  };
}

/** A check of the contract that names a sentence (`z.refine(…, "textoEmBranco")`) is a rule. */
function isRule(issue: $ZodIssue): boolean {
  return issue.code === "custom" && Object.hasOwn(MENSAGENS, issue.message);
}

/** An unknown key is told by its own name, not by that of the object around it. */
function describe(issue: $ZodIssue): ErroCampo[] {
  const keys = issue.code === "unrecognized_keys" ? issue.keys : [null];
  return keys.map((key) => ({
    campo: (key === null ? issue.path : [...issue.path, key]).join("."),
    mensagem: issue.message,
  }));
}

// PostgreSQL stores no NUL, in no text; the contract would have to say so for every field.
function findNul(value: unknown, path: string[]): string | null {
  if (typeof value === "string") return value.includes("\0") ? path.join(".") : null;
  if (typeof value !== "object" || value === null || path.length > DEPTH_MAX) return null;
  for (const [key, held] of Object.entries(value)) {
    const found = findNul(held, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}
