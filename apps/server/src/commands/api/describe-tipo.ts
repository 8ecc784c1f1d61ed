import {
  diaHoraParam,
  diaParam,
  instantParam,
  MENSAGENS,
  MENSAGENS_DOS_PARAMETROS,
  type MensagemKey,
} from "@malote/contract";
import { formatInteiro } from "@malote/syntax";
import * as z from "zod";

/** JSON Schema of one value, extended with what only zod knows. */
export type Esquema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Esquema[];
  items?: Esquema;
  properties?: Readonly<Record<string, Esquema>>;
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
  especie?: string;
  /** Keys of the sentences that refuse this value. */
  frases?: readonly MensagemKey[];
};

const ESPECIES = new Map<unknown, string>([
  [instantParam, "instante"],
  [diaParam, "dia"],
  [diaHoraParam, "dia, ou dia e hora"],
]);

/** Converts a zod schema, of params (input) or of an answer (output). */
export function toEsquema(schema: object, io: "input" | "output"): Esquema {
  return z.toJSONSchema(schema as z.ZodType, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const own = jsonSchema as Esquema;
      const { type } = zodSchema._zod.def;
      const especie = type === "date" ? "instante, ISO 8601 em UTC" : ESPECIES.get(zodSchema);
      if (especie !== undefined) own.especie = especie;
      const frases = frasesOf(zodSchema);
      if (frases.length > 0) own.frases = frases;
    },
  }) as Esquema;
}

type Check = { _zod: { def: { check: string; error?: (issue: object) => unknown } } };

/** Finds the checks whose error is a key of MENSAGENS: rules with their own sentence. */
function frasesOf(schema: z.core.$ZodType): MensagemKey[] {
  const checks = (schema._zod.def.checks ?? []) as unknown as Check[];
  return checks.flatMap(({ _zod: { def } }) => {
    const said = def.check === "custom" ? def.error?.({}) : undefined;
    return isMensagemKey(said) ? [said] : [];
  });
}

/** Excludes MENSAGENS_DOS_PARAMETROS: sentences about a wrong type are the same for all fields. */
function isMensagemKey(value: unknown): value is MensagemKey {
  return (
    typeof value === "string" &&
    Object.hasOwn(MENSAGENS, value) &&
    !Object.hasOwn(MENSAGENS_DOS_PARAMETROS, value)
  );
}

/** Describes the type of a value in words, with its limits. It does not list the fields of an object. */
export function describeTipo(esquema: Esquema): string {
  const { anyOf, especie, items } = esquema;
  if (especie !== undefined) return especie;
  if (esquema.enum !== undefined) return esquema.enum.map(quote).join(", ");
  if (esquema.const !== undefined) return quote(esquema.const);
  if (anyOf !== undefined) return describeUniao(anyOf);
  if (items !== undefined) return `lista de ${describeTipo(items)}${describeTamanho(esquema)}`;
  const types = [esquema.type ?? "object"].flat();
  return types.map((type) => describeSimples(type, esquema)).join(" ou ");
}

function describeUniao(anyOf: readonly Esquema[]): string {
  if (anyOf.every((one) => one.const !== undefined)) return anyOf.map((one) => quote(one.const)).join(", ");
  return anyOf.map(describeTipo).join(" ou ");
}

const SIMPLES: Readonly<Record<string, string>> = { boolean: "booleano", null: "null", number: "número" };

function describeSimples(type: string, esquema: Esquema): string {
  if (type === "string") return describeTexto(esquema);
  if (type === "integer") return `inteiro${describeFaixa(esquema)}`;
  if (type === "object") return esquema.properties === undefined ? "objeto livre" : "objeto";
  return SIMPLES[type] ?? type;
}

function describeTexto({ format, pattern, maxLength }: Esquema): string {
  if (format === "uuid") return "UUID";
  const bound = maxLength === undefined ? "" : ` até ${formatInteiro(maxLength)} caracteres`;
  const form = pattern === undefined ? "" : ` na forma \`${pattern.replaceAll("|", "\\|")}\``;
  return `texto${bound}${form}`;
}

/** Describes a range, without the limits that every JavaScript safe integer has. */
function describeFaixa({ minimum, exclusiveMinimum, maximum }: Esquema): string {
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1;
  const de = least === undefined || least === Number.MIN_SAFE_INTEGER ? "" : ` de ${formatInteiro(least)}`;
  const ate =
    maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? "" : ` até ${formatInteiro(maximum)}`;
  return de + ate;
}

function describeTamanho({ minItems, maxItems }: Esquema): string {
  return maxItems === undefined ? "" : ` (${minItems ?? 0} a ${formatInteiro(maxItems)})`;
}

function quote(value: unknown): string {
  return `\`${String(value)}\``;
}
