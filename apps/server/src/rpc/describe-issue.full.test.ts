import {
  MESSAGES,
  METHODS,
  type MethodName,
  PARAM_MESSAGES,
  REST,
  ROUTES,
  soapNameOf,
} from "@malote/contract";
import { describe, expect, test } from "vitest";
import type * as z from "zod/mini";
import { readSchema, type SchemaResult } from "./parse.ts";

type Def = {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  innerType?: z.ZodMiniType;
  element?: z.ZodMiniType;
  in?: z.ZodMiniType;
};

const defOf = (schema: z.ZodMiniType): Def => schema._zod.def as unknown as Def;

/** Values that are invalid for most schemas. */
const INVALID_VALUES: readonly unknown[] = [
  null,
  0,
  -1,
  1.5,
  1e300,
  "",
  "x",
  "x".repeat(9_000),
  true,
  [],
  [null],
  Array(300).fill("x"),
  {},
];

/** A value of each field's type for a schema. */
function makeValue(schema: z.ZodMiniType): unknown {
  const { type, shape, innerType, element, in: input } = defOf(schema);
  if (shape !== undefined) {
    return Object.fromEntries(Object.entries(shape).map(([campo, inner]) => [campo, makeValue(inner)]));
  }
  const inner = innerType ?? input;
  if (inner !== undefined) return makeValue(inner);
  if (type === "array") return element === undefined ? [] : [makeValue(element)];
  return type === "boolean" ? true : type === "string" ? "texto" : 1;
}

/** Yields the value with one place after another changed or removed, or with an unknown key added. */
function* spoil(value: unknown): Generator<unknown> {
  yield* INVALID_VALUES;
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const bad of spoil(value[0])) yield [bad];
    return;
  }
  yield { ...value, inventado: 1 };
  for (const [campo, held] of Object.entries(value)) {
    const { [campo]: _, ...others } = value as Record<string, unknown>;
    yield others;
    for (const bad of spoil(held)) yield { ...others, [campo]: bad };
  }
}

const SCHEMAS: [string, z.ZodMiniType][] = [
  ...(Object.keys(METHODS) as MethodName[]).map((name): [string, z.ZodMiniType] => [
    name,
    METHODS[name].params,
  ]),
  ...ROUTES.flatMap((name) => {
    const row = REST[name] as Partial<Record<"caminho" | "query" | "corpo", z.ZodMiniType>>;
    return (["caminho", "query", "corpo"] as const).flatMap((part): [string, z.ZodMiniType][] =>
      row[part] === undefined ? [] : [[`${name} ${part}`, row[part]]],
    );
  }),
];

const toPattern = (sentence: string): string =>
  sentence.replace(/[.*+?^$()[\]\\/|]/g, "\\$&").replace(/\{\w+\}/g, ".+");
const OUR_SENTENCES = new RegExp(`^(?:${Object.values(MESSAGES).map(toPattern).join("|")})$`, "u");

const errorsOf = (result: SchemaResult) => (result.kind === "ok" ? [] : result.erros);

describe("messages of validation errors", () => {
  test("every message is one of our own sentences and names its field", () => {
    const strange = new Set<string>();
    let errorCount = 0;
    for (const [name, schema] of SCHEMAS) {
      for (const raw of spoil(makeValue(schema))) {
        const result = readSchema(schema, raw, { errorsMax: 200 });
        for (const { campo, mensagem } of errorsOf(result)) {
          errorCount += 1;
          const isNamed =
            result.kind === "rule" || campo === "" || mensagem.includes(`“${campo.slice(0, 50)}`);
          if (!OUR_SENTENCES.test(mensagem) || !isNamed) strange.add(`${name} ${campo}: ${mensagem}`);
        }
      }
    }
    expect([...strange]).toEqual([]);
    expect(errorCount).toBeGreaterThan(2_000);
  });

  test("no message says only that a field is invalid", () => {
    const vague = new Set<string>();
    const pattern = new RegExp(`^${toPattern(MESSAGES.campoInvalido)}$`, "u");
    for (const [name, schema] of SCHEMAS) {
      for (const raw of spoil(makeValue(schema))) {
        const result = readSchema(schema, raw, { errorsMax: 200 });
        for (const { campo, mensagem } of errorsOf(result)) {
          if (pattern.test(mensagem)) vague.add(`${name} ${campo}`);
        }
      }
    }
    expect([...vague]).toEqual([]);
  });

  const errorsFor = (name: MethodName, params: unknown) => errorsOf(readSchema(METHODS[name].params, params));

  test.each([
    ["a missing field", {}, { campo: "id", mensagem: "Falta o campo “id”." }],
    ["null", { id: null }, { campo: "id", mensagem: "O campo “id” não pode ser nulo." }],
    ["a number", { id: 5 }, { campo: "id", mensagem: "O campo “id” deve ser um texto." }],
    ["what is no id", { id: "5" }, { campo: "id", mensagem: "O campo “id” deve ser um id (UUID)." }],
    ["a list", [], { campo: "", mensagem: PARAM_MESSAGES.pedidoNaoObjeto }],
  ])("%s in place of an id is reported", (_, params, expected) => {
    expect(errorsFor("Nota.getNota", params)).toEqual([expected]);
  });

  test.each([
    [{ currentPage: 0 }, "O campo “currentPage” deve ser no mínimo 1."],
    [{ currentPage: 1.5 }, "O campo “currentPage” deve ser um número inteiro."],
    [{ pageSize: 5_000 }, "O campo “pageSize” deve ser no máximo 200."],
    [{ entradaSaida: "X" }, "O campo “entradaSaida” aceita E, S."],
    [{ foo: 1 }, "O campo “foo” não existe neste pedido. Veja na documentação os campos aceitos."],
    [{ searchFilter: { recebido: "sim" } }, "O campo “searchFilter.recebido” deve ser true ou false."],
    [{ searchFilter: { tiposNota: "NFe" } }, "O campo “searchFilter.tiposNota” deve ser uma lista."],
    [{ searchFilter: { tiposNota: [] } }, "O campo “searchFilter.tiposNota” deve ter ao menos 1 item."],
    [{ searchFilter: { manifestacao: [7] } }, "O campo “searchFilter.manifestacao.0” aceita 0, 1, 2, 3, 4."],
    [
      { searchFilter: { texto: "x".repeat(201) } },
      "O campo “searchFilter.texto” pode ter até 200 caracteres.",
    ],
    [{ searchFilter: [] }, "O campo “searchFilter” deve ser um objeto."],
  ])("the message for the params %j", (params, mensagem) => {
    expect(errorsFor("Nota.getListNota", params).map((expected) => expected.mensagem)).toEqual([mensagem]);
  });

  test("messages use the field name of the protocol", () => {
    const schema = REST["GET /notas"].query;
    expect(errorsOf(readSchema(schema, { limit: "x" }, { nameOf: soapNameOf }))).toEqual([
      { campo: "limite", mensagem: "O campo “limite” deve ser um número inteiro." },
    ]);
  });
});
