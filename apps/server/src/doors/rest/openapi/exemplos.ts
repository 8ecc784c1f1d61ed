import type { Esquema } from "./esquemas.ts";

const ID = "0193b1c2-7d4e-7a11-9c3f-5e2b8a6d4f10";
const INSTANTE = "2026-11-20T14:30:00.000Z";

/** Invented, realistic values by field name. */
const POR_CAMPO: Readonly<Record<string, unknown>> = {
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
  schema: Esquema,
  schemas: Readonly<Record<string, Esquema>>,
  campo = "",
  depth = 0,
): unknown {
  if (schema.$ref !== undefined) {
    const named = schemas[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)];
    return named === undefined || depth > 8 ? null : exampleOf(named, schemas, campo, depth + 1);
  }
  const known = POR_CAMPO[campo];
  if (known !== undefined && fits(known, schema)) return known;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return ofUnion(schema.anyOf, { schemas, campo, depth });
  const type = [schema.type ?? "object"].flat()[0];
  if (type === "array") {
    return schema.items === undefined ? [] : [exampleOf(schema.items, schemas, campo, depth + 1)];
  }
  if (type === "object") return ofObject(schema, schemas, depth);
  if (type === "string") return ofText(schema);
  if (type === "integer" || type === "number") return Math.max(1, schema.minimum ?? 1);
  return type === "boolean" ? true : null;
}

type Onde = { schemas: Readonly<Record<string, Esquema>>; campo: string; depth: number };

function ofUnion(anyOf: readonly Esquema[], { schemas, campo, depth }: Onde): unknown {
  const first = anyOf.find((one) => one.type !== "null") ?? anyOf[0];
  return first === undefined ? null : exampleOf(first, schemas, campo, depth + 1);
}

function ofObject({ properties, required = [] }: Esquema, schemas: Onde["schemas"], depth: number): unknown {
  if (properties === undefined || depth > 8) return {};
  const shown = Object.entries(properties).filter(([campo]) => required.includes(campo) || depth < 2);
  return Object.fromEntries(shown.map(([campo, one]) => [campo, exampleOf(one, schemas, campo, depth + 1)]));
}

function ofText({ format, minLength = 0, maxLength }: Esquema): string {
  if (format === "uuid") return ID;
  if (format === "date-time") return INSTANTE;
  if (format === "date") return INSTANTE.slice(0, 10);
  const text = "texto".padEnd(minLength, "0");
  return maxLength === undefined ? text : text.slice(0, maxLength);
}

function fits(value: unknown, { type, anyOf, enum: values, pattern }: Esquema): boolean {
  if (anyOf !== undefined) return anyOf.some((one) => fits(value, one));
  if (values !== undefined) return values.includes(value);
  if (pattern !== undefined && !(typeof value === "string" && new RegExp(pattern).test(value))) return false;
  const kind = value === null ? "null" : typeof value === "number" ? "integer" : typeof value;
  return [type ?? []].flat().some((one) => one === kind || (one === "number" && kind === "integer"));
}
