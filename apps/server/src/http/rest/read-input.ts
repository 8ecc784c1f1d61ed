import { JSON_BODY_MAX, JSON_ITEMS_MAX, type ParamsLimit, type RestRow } from "@malote/contract";
import { formatSize } from "@malote/syntax";
import type { Request, Response } from "express";
import express from "express";
import * as z from "zod/mini";
import { findTooMuch, type ReadOptions, readSchema } from "../../rpc/parse.ts";
import { findExcess } from "../json-rpc/json-limits.ts";
import { Problem } from "./problem.ts";

/** Parsed parts of a request; null where the route has none. */
export type RouteInput = { caminho: unknown; query: unknown; corpo: unknown };

type Def = {
  type: string;
  innerType?: z.ZodMiniType;
  element?: z.ZodMiniType;
  shape?: Record<string, z.ZodMiniType>;
  options?: readonly z.ZodMiniType[];
  values?: readonly unknown[];
};

/** The type of a text in a URL. */
type TextType = "texto" | "inteiro" | "booleano";
type QueryField = { textType: TextType; isList: boolean };

const NO_FIELDS = z.strictObject({});

/** Prepares the parser of a route's query: which of its texts are numbers, booleans or lists. */
export function createInputReader(row: RestRow): (req: Request, options: ReadOptions) => RouteInput {
  const fields = new Map(
    Object.entries(defOf(row.query)?.shape ?? {}).map(([name, schema]) => [name, queryFieldOf(schema)]),
  );
  return (req, options) => {
    const path = readPart(row.caminho, req.params, options);
    const query = readPart(row.query ?? NO_FIELDS, toQuery(req.query, fields), options);
    return { caminho: path, query, corpo: null };
  };
}

/**
 * Parses a part of a request. Wrong shapes give 400, rules of the specification 422.
 * @throws {Problema}
 */
export function readPart(
  schema: z.ZodMiniType | undefined,
  raw: unknown,
  options: ReadOptions = {},
): unknown {
  if (schema === undefined) return null;
  const read = readSchema(schema, raw, options);
  if (read.kind === "ok") return read.data;
  const shape = read.kind === "shape";
  throw new Problem(shape ? 400 : 422, shape ? "restPedidoInvalido" : "restPedidoRecusado", {
    erros: read.erros,
  });
}

/** Parses a part of a request within its size limit.   @throws {Problema} */
export function readBounded(
  schema: z.ZodMiniType | undefined,
  raw: unknown,
  { limit, ...options }: ReadOptions & { limit: ParamsLimit },
): unknown {
  const tooMuch = findTooMuch("", raw, limit);
  if (tooMuch !== null) throw new Problem(400, "restPedidoInvalido", { erros: [tooMuch] });
  return readPart(schema, raw, options);
}

function toQuery(query: Request["query"], fields: ReadonlyMap<string, QueryField>): Record<string, unknown> {
  const read: Record<string, unknown> = Object.create(null);
  for (const [written, value] of Object.entries(query)) {
    const name = written.endsWith("[]") ? written.slice(0, -2) : written;
    const field = fields.get(name);
    if (field === undefined || (written !== name && !field.isList) || name in read) read[written] = value;
    else read[name] = field.isList ? [value].flat().map((one) => toValue(one, field)) : toValue(value, field);
  }
  return read;
}

// A value of the wrong type stays text, so that the schema reports it.
function toValue(value: unknown, { textType }: QueryField): unknown {
  if (typeof value !== "string") return value;
  if (textType === "inteiro") return /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (textType === "booleano") return value === "true" ? true : value === "false" ? false : value;
  return value;
}

function queryFieldOf(schema: z.ZodMiniType): QueryField {
  const def = defOf(schema);
  if (def?.type === "optional" || def?.type === "nullable" || def?.type === "default") {
    return def.innerType === undefined ? { textType: "texto", isList: false } : queryFieldOf(def.innerType);
  }
  if (def?.type === "array" && def.element !== undefined)
    return { ...queryFieldOf(def.element), isList: true };
  const first = def?.options?.[0];
  if (def?.type === "union" && first !== undefined) return queryFieldOf(first);
  const isInteger = def?.type === "number" || def?.type === "int" || typeof def?.values?.[0] === "number";
  return { textType: isInteger ? "inteiro" : def?.type === "boolean" ? "booleano" : "texto", isList: false };
}

function defOf(schema: z.ZodMiniType | undefined): Def | null {
  return schema === undefined ? null : (schema._zod.def as unknown as Def);
}

const parseJson = express.json({
  limit: JSON_BODY_MAX,
  strict: false,
  type: () => true,
  verify: (_req, _res, body) => {
    const excess = findExcess(body, JSON_ITEMS_MAX);
    if (excess === "levels") throw new Problem(400, "corpoFundo");
    if (excess === "items") throw new Problem(400, "corpoCheio", { values: { limite: JSON_ITEMS_MAX } });
  },
});

/** Reads a JSON body.   @throws {Problema}   @returns undefined when there is none */
export async function readJsonBody(req: Request, res: Response): Promise<unknown> {
  if (!hasBody(req)) return undefined;
  const [type = "", ...parameters] = (req.get("content-type") ?? "").toLowerCase().split(";");
  const charset = /charset\s*=\s*"?([^\s";]+)/.exec(parameters.join(";"))?.[1] ?? "utf-8";
  if (type.trim() !== "application/json" || charset !== "utf-8") throw new Problem(415, "corpoNaoJson");
  await new Promise<void>((resolve, reject) => {
    parseJson(req, res, (error?: unknown) =>
      error === undefined ? resolve() : reject(toBodyProblema(error)),
    );
  });
  return req.body;
}

/** Whether the request has a body. */
export function hasBody(req: Request): boolean {
  return req.get("transfer-encoding") !== undefined || Number(req.get("content-length") ?? 0) > 0;
}

function toBodyProblema(error: unknown): unknown {
  if (error instanceof Problem) return error;
  const type = typeof error === "object" && error !== null && "type" in error ? error.type : null;
  if (type === "entity.too.large") {
    return new Problem(413, "corpoGrande", {
      values: { limite: formatSize(JSON_BODY_MAX) },
      headers: CLOSE,
    });
  }
  if (type === "encoding.unsupported" || type === "charset.unsupported")
    return new Problem(415, "corpoNaoJson", { headers: CLOSE });
  return type === null ? error : new Problem(400, "restJsonIlegivel", { headers: CLOSE });
}

const CLOSE = { Connection: "close" };
