import type { JsonSchema } from "./schemas.ts";

const ID = "0193b1c2-7d4e-7a11-9c3f-5e2b8a6d4f10";
const INSTANT = "2026-11-20T14:30:00.000Z";

/** Invented, realistic values by field name. */
const BY_FIELD: Readonly<Record<string, unknown>> = {
  chave: "35261011444777000161550010000012341000012345",
  chaveAcesso: "35261011444777000161550010000012341000012345",
  cnpj: "11222333000181",
  cnpjEmitente: "11444777000161",
  cnpjDestinatario: "11222333000181",
  codigo: "restPedidoInvalido",
  cursor: "AqhVHCT2LRAsPNMAAAAAAMjfudI0",
  next: "AqhVHCT2LRAsPNMAAAAAAMjfudI0",
  emissaoDe: "2026-11-01",
  emissaoAte: "2026-11-30",
  criadoDe: "2026-11-20T14:30",
  criadoAte: "2026-11-21",
  limit: 200,
  maxSeq: 1284,
  mensagem: null,
  nfeStatus: "100",
  sefazStatus: "100",
  nomeEmitente: "Moinho Estrela-Guia S.A.",
  nomeDestinatario: "Padaria Aurora Ltda",
  numeroNota: "1234",
  serieNota: "1",
  pagina: 1,
  q: "moinho",
  sequencia: 200,
  total: 1,
  ufEmitente: "PR",
  ufDestinatario: "SP",
  uf: "SP",
  valorTotal: "1234.50",
  divergente: false,
  quarentena: false,
  terceiros: false,
  hasMore: false,
};

/** An example of a value: by field name first, otherwise the first that the schema allows. */
export function exampleOf(
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
  field = "",
  depth = 0,
): unknown {
  if (schema.$ref !== undefined) {
    const named = schemas[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)];
    return named === undefined || depth > 8 ? null : exampleOf(named, schemas, field, depth + 1);
  }
  const known = BY_FIELD[field];
  if (known !== undefined && fits(known, schema)) return known;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return ofUnion(schema.anyOf, { schemas, field, depth });
  const type = [schema.type ?? "object"].flat()[0];
  if (type === "array") {
    return schema.items === undefined ? [] : [exampleOf(schema.items, schemas, field, depth + 1)];
  }
  if (type === "object") return ofObject(schema, schemas, depth);
  if (type === "string") return ofText(schema);
  if (type === "integer" || type === "number") return Math.max(1, schema.minimum ?? 1);
  return type === "boolean" ? true : null;
}

type ExamplePlace = { schemas: Readonly<Record<string, JsonSchema>>; field: string; depth: number };

function ofUnion(anyOf: readonly JsonSchema[], { schemas, field, depth }: ExamplePlace): unknown {
  const first = anyOf.find((one) => one.type !== "null") ?? anyOf[0];
  return first === undefined ? null : exampleOf(first, schemas, field, depth + 1);
}

function ofObject(
  { properties, required = [] }: JsonSchema,
  schemas: ExamplePlace["schemas"],
  depth: number,
): unknown {
  if (properties === undefined || depth > 8) return {};
  const shown = Object.entries(properties).filter(([field]) => required.includes(field) || depth < 2);
  return Object.fromEntries(shown.map(([field, one]) => [field, exampleOf(one, schemas, field, depth + 1)]));
}

function ofText({ format, minLength = 0, maxLength }: JsonSchema): string {
  if (format === "uuid") return ID;
  if (format === "date-time") return INSTANT;
  if (format === "date") return INSTANT.slice(0, 10);
  const text = "texto".padEnd(minLength, "0");
  return maxLength === undefined ? text : text.slice(0, maxLength);
}

function fits(value: unknown, { type, anyOf, enum: values, pattern }: JsonSchema): boolean {
  if (anyOf !== undefined) return anyOf.some((one) => fits(value, one));
  if (values !== undefined) return values.includes(value);
  if (pattern !== undefined && !(typeof value === "string" && new RegExp(pattern).test(value))) return false;
  const kind = value === null ? "null" : typeof value === "number" ? "integer" : typeof value;
  return [type ?? []].flat().some((one) => one === kind || (one === "number" && kind === "integer"));
}
