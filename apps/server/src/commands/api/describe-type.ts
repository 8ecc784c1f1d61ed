import {
  diaHoraParam,
  diaParam,
  instantParam,
  MESSAGES,
  type MessageKey,
  PARAM_MESSAGES,
} from "@malote/contract";
import { formatInteger } from "@malote/syntax";
import * as z from "zod";

/** JSON Schema of one value, extended with what only zod knows. */
export type FieldSchema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly FieldSchema[];
  items?: FieldSchema;
  properties?: Readonly<Record<string, FieldSchema>>;
  required?: readonly string[];
  additionalProperties?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  /** Name of one of our own text formats, such as "dia". */
  textKind?: string;
  /** Keys of the sentences that refuse this value. */
  sentences?: readonly MessageKey[];
};

const TEXT_KINDS = new Map<unknown, string>([
  [instantParam, "instante"],
  [diaParam, "dia"],
  [diaHoraParam, "dia, ou dia e hora"],
]);

/** Converts a zod schema, of params (input) or of an answer (output). */
export function toFieldSchema(schema: object, io: "input" | "output"): FieldSchema {
  return z.toJSONSchema(schema as z.ZodType, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const extended = jsonSchema as FieldSchema;
      const { type } = zodSchema._zod.def;
      const textKind = type === "date" ? "instante, ISO 8601 em UTC" : TEXT_KINDS.get(zodSchema);
      if (textKind !== undefined) extended.textKind = textKind;
      const sentences = sentencesOf(zodSchema);
      if (sentences.length > 0) extended.sentences = sentences;
    },
  }) as FieldSchema;
}

type Check = { _zod: { def: { check: string; error?: (issue: object) => unknown } } };

/** Finds the checks whose error is a key of MENSAGENS: rules with their own sentence. */
function sentencesOf(schema: z.core.$ZodType): MessageKey[] {
  const checks = (schema._zod.def.checks ?? []) as unknown as Check[];
  return checks.flatMap(({ _zod: { def } }) => {
    const message = def.check === "custom" ? def.error?.({}) : undefined;
    return isMessageKey(message) ? [message] : [];
  });
}

/** Excludes MENSAGENS_DOS_PARAMETROS: sentences about a wrong type are the same for all fields. */
function isMessageKey(value: unknown): value is MessageKey {
  return typeof value === "string" && Object.hasOwn(MESSAGES, value) && !Object.hasOwn(PARAM_MESSAGES, value);
}

/** Describes the type of a value in words, with its limits. It does not list the fields of an object. */
export function describeType(fieldSchema: FieldSchema): string {
  const { anyOf, textKind, items } = fieldSchema;
  if (textKind !== undefined) return textKind;
  if (fieldSchema.enum !== undefined) return fieldSchema.enum.map(quote).join(", ");
  if (fieldSchema.const !== undefined) return quote(fieldSchema.const);
  if (anyOf !== undefined) return describeUnion(anyOf);
  if (items !== undefined) return `lista de ${describeType(items)}${describeLength(fieldSchema)}`;
  const types = [fieldSchema.type ?? "object"].flat();
  return types.map((type) => describeSimple(type, fieldSchema)).join(" ou ");
}

function describeUnion(anyOf: readonly FieldSchema[]): string {
  if (anyOf.every((one) => one.const !== undefined)) return anyOf.map((one) => quote(one.const)).join(", ");
  return anyOf.map(describeType).join(" ou ");
}

const SIMPLE_TYPES: Readonly<Record<string, string>> = {
  boolean: "booleano",
  null: "null",
  number: "número",
};

function describeSimple(type: string, fieldSchema: FieldSchema): string {
  if (type === "string") return describeText(fieldSchema);
  if (type === "integer") return `inteiro${describeRange(fieldSchema)}`;
  if (type === "object") return fieldSchema.properties === undefined ? "objeto livre" : "objeto";
  return SIMPLE_TYPES[type] ?? type;
}

function describeText({ format, pattern, maxLength }: FieldSchema): string {
  if (format === "uuid") return "UUID";
  const bound = maxLength === undefined ? "" : ` até ${formatInteger(maxLength)} caracteres`;
  const form = pattern === undefined ? "" : ` na forma \`${pattern.replaceAll("|", "\\|")}\``;
  return `texto${bound}${form}`;
}

/** Describes a range, without the limits that every JavaScript safe integer has. */
function describeRange({ minimum, exclusiveMinimum, maximum }: FieldSchema): string {
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1;
  const lower = least === undefined || least === Number.MIN_SAFE_INTEGER ? "" : ` de ${formatInteger(least)}`;
  const upper =
    maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? "" : ` até ${formatInteger(maximum)}`;
  return lower + upper;
}

function describeLength({ minItems, maxItems }: FieldSchema): string {
  return maxItems === undefined ? "" : ` (${minItems ?? 0} a ${formatInteger(maxItems)})`;
}

function quote(value: unknown): string {
  return `\`${String(value)}\``;
}
