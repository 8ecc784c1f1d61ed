import { type ErroCampo, formatMensagem, MENSAGENS, MENSAGENS_DOS_PARAMETROS } from "@malote/contract";
import type { $ZodIssue } from "zod/v4/core";
import { shorten } from "./erros.ts";

type Frase = keyof typeof MENSAGENS_DOS_PARAMETROS;
type Dita = { frase: Frase; values?: Record<string, string | number> };

/** Options of a field that a sentence lists. */
const OPCOES_MAX = 12;
const NOME_MAX = 60;

const TIPOS: Readonly<Record<string, Frase>> = {
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
const FAIXAS: Readonly<Record<string, { too_small: Frase; too_big: Frase }>> = {
  string: { too_small: "campoCurto", too_big: "campoLongo" },
  array: { too_small: "campoListaCurta", too_big: "campoListaLonga" },
};
const FAIXA_NUMERO = { too_small: "campoMinimo", too_big: "campoMaximo" } as const;

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
  return isNaming && Object.hasOwn(MENSAGENS, message) && !isFrase(message);
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
): ErroCampo {
  const path = key === null ? issue.path : [...issue.path, key];
  const campo = nameOf(path.join("."));
  if (campo === "") return { campo, mensagem: formatMensagem("pedidoNaoObjeto") };
  const { frase, values } = key === null ? sayIssue(issue, raw) : ({ frase: "campoDesconhecido" } as Dita);
  return { campo, mensagem: formatMensagem(frase, { ...values, campo: shorten(campo, NOME_MAX) }) };
}

function sayIssue(issue: $ZodIssue, raw: unknown): Dita {
  const value = valueAt(raw, issue.path);
  if (value === undefined) return { frase: "campoAusente" };
  if (isFrase(issue.message)) return { frase: issue.message };
  if (value === null) return { frase: "campoNulo" };
  if (issue.code === "invalid_type") return { frase: TIPOS[issue.expected] ?? "campoInvalido" };
  if (issue.code === "too_small") return sayFaixa(issue, Number(issue.minimum) + (isWithin(issue) ? 0 : 1));
  if (issue.code === "too_big") return sayFaixa(issue, Number(issue.maximum) - (isWithin(issue) ? 0 : 1));
  if (issue.code === "invalid_format" && issue.format === "uuid") return { frase: "campoUuid" };
  const opcoes = optionsOf(issue);
  if (opcoes.length === 0) return { frase: "campoInvalido" };
  const shown = opcoes.slice(0, OPCOES_MAX).join(", ") + (opcoes.length > OPCOES_MAX ? ", …" : "");
  return { frase: "campoOpcoes", values: { opcoes: shown } };
}

function isWithin({ inclusive = true }: { inclusive?: boolean | undefined }): boolean {
  return inclusive;
}

type Faixa = { code: "too_small" | "too_big"; origin: string };

function sayFaixa({ code, origin }: Faixa, limite: number): Dita {
  return { frase: (FAIXAS[origin] ?? FAIXA_NUMERO)[code], values: { limite } };
}

/** The accepted values, when the issue lists them. */
function optionsOf(issue: $ZodIssue): string[] {
  if (issue.code === "invalid_value") return issue.values.map(String);
  return issue.code === "invalid_union" ? issue.errors.flat().flatMap(optionsOf) : [];
}

function isFrase(message: string): message is Frase {
  return Object.hasOwn(MENSAGENS_DOS_PARAMETROS, message);
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
