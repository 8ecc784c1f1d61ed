import { type FieldError, formatMessage, MESSAGES, PARAM_MESSAGES } from "@malote/contract";
import type { $ZodIssue } from "zod/v4/core";
import { shorten } from "./list-errors.ts";

type ParamMessage = keyof typeof PARAM_MESSAGES;
type ChosenMessage = { frase: ParamMessage; values?: Record<string, string | number> };

/** Options of a field that a sentence lists. */
const OPTIONS_MAX = 12;
const FIELD_NAME_MAX = 60;

const TYPE_MESSAGES: Readonly<Record<string, ParamMessage>> = {
  string: "campoTexto",
  // All numbers in requests are integers.
  number: "campoInteiro",
  int: "campoInteiro",
  boolean: "campoBooleano",
  array: "campoLista",
  object: "campoObjeto",
  record: "campoObjeto",
};

/** Sentences for values that are too small or too large, by type. */
const RANGE_MESSAGES: Readonly<Record<string, { too_small: ParamMessage; too_big: ParamMessage }>> = {
  string: { too_small: "campoCurto", too_big: "campoLongo" },
  array: { too_small: "campoListaCurta", too_big: "campoListaLonga" },
};
const NUMBER_RANGE_MESSAGES = { too_small: "campoMinimo", too_big: "campoMaximo" } as const;

/** One fault: an issue, or one unknown key of an issue. */
type Fault = { issue: $ZodIssue; key: string | null };

/** Splits an issue of unknown keys into one fault per key. */
export function splitKeys(issue: $ZodIssue): Fault[] {
  return issue.code === "unrecognized_keys"
    ? issue.keys.map((key) => ({ issue, key }))
    : [{ issue, key: null }];
}

/**
 * Whether an issue is a rule with a sentence of spec §5 (`z.refine(…, "textoEmBranco")`) rather
 * than a wrong shape; a type error with such a sentence is a rule too.
 */
export function isRule({ code, message }: $ZodIssue): boolean {
  const isNaming = code === "custom" || code === "invalid_type";
  return isNaming && Object.hasOwn(MESSAGES, message) && !isParamMessage(message);
}

/**
 * Describes a wrong shape in a Portuguese sentence that
 * names the field, without wording of the schema library.
 * @param raw the value that was read
 * @param nameOf the field's name in the protocol, by its path
 */
export function describeFault(
  { issue, key }: Fault,
  { raw, nameOf }: { raw: unknown; nameOf: (campo: string) => string },
): FieldError {
  const path = key === null ? issue.path : [...issue.path, key];
  const campo = nameOf(path.join("."));
  if (campo === "") return { campo, mensagem: formatMessage("pedidoNaoObjeto") };
  const { frase: messageKey, values } =
    key === null ? messageOfIssue(issue, raw) : ({ frase: "campoDesconhecido" } as ChosenMessage);
  return { campo, mensagem: formatMessage(messageKey, { ...values, campo: shorten(campo, FIELD_NAME_MAX) }) };
}

function messageOfIssue(issue: $ZodIssue, raw: unknown): ChosenMessage {
  const value = valueAt(raw, issue.path);
  if (value === undefined) return { frase: "campoAusente" };
  if (isParamMessage(issue.message)) return { frase: issue.message };
  if (value === null) return { frase: "campoNulo" };
  if (issue.code === "invalid_type") return { frase: TYPE_MESSAGES[issue.expected] ?? "campoInvalido" };
  if (issue.code === "too_small")
    return messageOfRange(issue, Number(issue.minimum) + (isInclusive(issue) ? 0 : 1));
  if (issue.code === "too_big")
    return messageOfRange(issue, Number(issue.maximum) - (isInclusive(issue) ? 0 : 1));
  if (issue.code === "invalid_format" && issue.format === "uuid") return { frase: "campoUuid" };
  const options = optionsOf(issue);
  if (options.length === 0) return { frase: "campoInvalido" };
  const shown = options.slice(0, OPTIONS_MAX).join(", ") + (options.length > OPTIONS_MAX ? ", …" : "");
  return { frase: "campoOpcoes", values: { opcoes: shown } };
}

function isInclusive({ inclusive = true }: { inclusive?: boolean | undefined }): boolean {
  return inclusive;
}

type RangeIssue = { code: "too_small" | "too_big"; origin: string };

function messageOfRange({ code, origin }: RangeIssue, limit: number): ChosenMessage {
  return { frase: (RANGE_MESSAGES[origin] ?? NUMBER_RANGE_MESSAGES)[code], values: { limite: limit } };
}

/** The accepted values, when the issue lists them. */
function optionsOf(issue: $ZodIssue): string[] {
  if (issue.code === "invalid_value") return issue.values.map(String);
  return issue.code === "invalid_union" ? issue.errors.flat().flatMap(optionsOf) : [];
}

function isParamMessage(message: string): message is ParamMessage {
  return Object.hasOwn(PARAM_MESSAGES, message);
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
