import {
  getRestRow,
  IDEMPOTENCY_KEY_MAX,
  PROBLEM_TITLES,
  REST_FIELDS,
  REST_INTRODUCTION,
  REST_SECTIONS,
  type RestRow,
  ROUTES,
  type RouteName,
} from "@malote/contract";
import { exampleOf } from "./examples.ts";
import { createSchemas, type JsonSchema, operationIdOf, type SchemaNames, toParam } from "./schemas.ts";

export type OpenApiParameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description: string;
  schema: JsonSchema;
  example?: unknown;
  style?: string;
  explode?: boolean;
};
type Ref = { $ref: string };
type MediaTypes = Record<string, { schema: JsonSchema; example?: unknown }>;
export type OpenApiResponse = { description: string; headers?: Record<string, Ref>; content?: MediaTypes };
export type OpenApiOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  "x-escopo": string | null;
  "x-metodo-rpc": string | null;
  security: Record<string, string[]>[];
  parameters: (OpenApiParameter | Ref)[];
  requestBody?: { required: boolean; content: MediaTypes };
  responses: Record<string, OpenApiResponse | Ref>;
};
export type OpenApiDocument = {
  openapi: string;
  info: Record<string, unknown>;
  servers: { url: string; description: string }[];
  tags: { name: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: Record<string, Record<string, unknown>> & { schemas: Record<string, JsonSchema> };
};

const VERSION = "1.0.0";
const REF = "#/components/";
const LIMIT_HEADERS = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];
/** Statuses that any route may answer. */
const ALWAYS = [400, 401, 403, 429, 500, 503];
/** Statuses that may be sent before the token is read. */
const BEFORE_TOKEN = [401, 405, 500, 503];

/**
 * Generates the OpenAPI 3.1 document of REST v1 from the contract.
 * @param base public URL, e.g. https://malote.exemplo/Services/rest/v1
 */
export function writeOpenApiDocument(base: string): OpenApiDocument {
  const { schemas, nomesOf } = createSchemas();
  const paths: OpenApiDocument["paths"] = {};
  for (const name of ROUTES) {
    const [verb = "", path = ""] = name.split(" ");
    const item = paths[path] ?? {};
    item[verb.toLowerCase()] = writeOperation(name, { schemaNames: nomesOf(name), schemas });
    paths[path] = item;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Malote REST",
      version: VERSION,
      description: REST_INTRODUCTION.join("\n\n"),
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: base, description: "Este Malote" }],
    tags: REST_SECTIONS.map((name) => ({ name })),
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "Token da API, de Admin › API. Cada operação diz o escopo em `x-escopo`.",
        },
      },
      headers: HEADERS,
      parameters: PARAMETERS,
      responses: writeProblems(),
      schemas,
    },
  };
}

type SchemaContext = { schemaNames: SchemaNames; schemas: Record<string, JsonSchema> };

function writeOperation(name: RouteName, { schemaNames, schemas }: SchemaContext): OpenApiOperation {
  const row = getRestRow(name);
  const body = writeBody(row, schemaNames, schemas);
  const escopo = writeScope(row);
  const gemeo = row.gemeo === null ? "" : ` Em JSON-RPC: \`${row.gemeo}\`.`;
  return {
    operationId: operationIdOf(name),
    tags: [row.secao],
    summary: row.resumo,
    description: [row.descricao, escopo + gemeo].filter((part) => part !== undefined).join("\n\n"),
    "x-escopo": row.escopo,
    "x-metodo-rpc": row.gemeo,
    security: row.acesso === "public" ? [] : [{ token: [] }],
    parameters: [...paramsOf(row), ...headerParamsOf(name, row)],
    ...(body === null ? {} : { requestBody: body }),
    responses: { ...writeSuccess(row, schemaNames, schemas), ...writeRefusals(name, row) },
  };
}

function writeScope({ escopo, escopoConforme }: RestRow): string {
  if (escopo !== null) return `Escopo: \`${escopo}\`.`;
  return escopoConforme === undefined ? "Qualquer token serve." : `Escopo, conforme ${escopoConforme}.`;
}

function paramsOf(row: RestRow): OpenApiParameter[] {
  const read = (part: object | undefined, where: "path" | "query"): OpenApiParameter[] => {
    if (part === undefined) return [];
    const { properties = {}, required = [] } = toParam(part);
    return Object.entries(properties).map(([name, schema]) => {
      const { description = REST_FIELDS[name] ?? name, ...own } = schema;
      const isList = own.type === "array";
      return {
        name,
        in: where,
        required: where === "path" || required.includes(name),
        description,
        schema: own,
        example: exampleOf(own, {}, name),
        ...(isList ? { style: "form", explode: true } : {}),
      };
    });
  };
  return [...read(row.caminho, "path"), ...read(row.query, "query")];
}

function headerParamsOf(name: string, row: RestRow): Ref[] {
  const refs: string[] = [];
  if (name.startsWith("GET ")) refs.push("IfNoneMatch");
  if (name.startsWith("POST ")) refs.push("IdempotencyKey");
  if (row.versaoDe !== undefined) refs.push("IfMatch");
  return refs.map((ref) => ({ $ref: `${REF}parameters/${ref}` }));
}

function writeBody(
  row: RestRow,
  { corpo }: SchemaNames,
  schemas: Record<string, JsonSchema>,
): { required: boolean; content: MediaTypes } | null {
  if (corpo !== null) {
    const schema = { $ref: `${REF}schemas/${corpo}` };
    return {
      required: true,
      content: { "application/json": { schema, example: exampleOf(schema, schemas) } },
    };
  }
  if (row.formulario === undefined) return null;
  const { arquivo, campos } = row.formulario;
  const properties: Record<string, JsonSchema> = { [arquivo]: { type: "string", description: "O arquivo." } };
  for (const campo of campos)
    properties[campo] = { type: "string", description: REST_FIELDS[campo] ?? campo };
  const schema = { type: "object", properties, required: [arquivo, ...campos] };
  return { required: true, content: { "multipart/form-data": { schema } } };
}

function writeSuccess(
  { responde }: RestRow,
  { resposta }: SchemaNames,
  schemas: Record<string, JsonSchema>,
): OpenApiOperation["responses"] {
  const headers = refsTo([...LIMIT_HEADERS, "X-Request-Id"]);
  if (responde.tipo === "nada") return { 204: { description: "Feito.", headers } };
  if (responde.tipo === "arquivo") {
    const binary: JsonSchema = { type: "string", format: "binary" };
    const content = Object.fromEntries(responde.midias.map((midia) => [midia, { schema: binary }]));
    return {
      200: {
        description: "O arquivo.",
        headers: { ...headers, ...refsTo(["ETag", "Repr-Digest"]) },
        content,
      },
    };
  }
  const schema = { $ref: `${REF}schemas/${resposta}` };
  const content = { "application/json": { schema, example: exampleOf(schema, schemas) } };
  // A batch names the operação of each item in its body instead.
  const operacao = resposta === "Operacao" ? ["Location"] : [];
  const more = { 200: ["ETag"], 201: ["Location"], 202: operacao }[responde.status];
  const description = { 200: "Feito.", 201: "Criado.", 202: "Aceito: o trabalho está em andamento." }[
    responde.status
  ];
  return { [responde.status]: { description, headers: { ...headers, ...refsTo(more) }, content } };
}

function writeRefusals(name: string, row: RestRow): OpenApiOperation["responses"] {
  const status = new Set<number>([...ALWAYS, ...(row.recusas ?? [])]);
  if (name.includes("{")) status.add(404);
  if (row.query !== undefined) status.add(422);
  if (row.corpo !== undefined) for (const each of [413, 415, 422]) status.add(each);
  if (row.formulario !== undefined) for (const each of [408, 413, 415, 422]) status.add(each);
  if (name.startsWith("POST ")) for (const each of [409, 422]) status.add(each);
  if (row.versaoDe !== undefined) status.add(412);
  const refusals = [...status].map((each) => [each, { $ref: `${REF}responses/Problema${each}` }]);
  const notModified = name.startsWith("GET ")
    ? [[304, { description: "Não mudou desde o ETag que você tem." }]]
    : [];
  return Object.fromEntries([...notModified, ...refusals]);
}

function refsTo(names: readonly string[]): Record<string, Ref> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `${REF}headers/${name}` }]));
}

function writeProblems(): Record<string, OpenApiResponse> {
  const made = Object.entries(PROBLEM_TITLES).map(([status, title]): [string, OpenApiResponse] => {
    const codigo = status === "404" ? "notaNaoEncontrada" : "restPedidoInvalido";
    const example = {
      type: `urn:malote:problema:${codigo}`,
      title,
      status: Number(status),
      detail: title,
      mensagem: title,
      codigo,
      erros: [],
      requestId: "6f1c0b8e-3c7e-4d0a-9d0b-5f2f6a1c9e77",
    };
    const conhecido = BEFORE_TOKEN.includes(Number(status)) ? [] : LIMIT_HEADERS;
    const volta = status === "429" || status === "503" ? ["Retry-After"] : [];
    const headers = [...conhecido, ...volta, "X-Request-Id"];
    const content = { "application/problem+json": { schema: { $ref: `${REF}schemas/Problema` }, example } };
    return [`Problema${status}`, { description: title, headers: refsTo(headers), content }];
  });
  return Object.fromEntries(made);
}

const header = (description: string, example: unknown, type = "string") => ({
  description,
  schema: { type },
  example,
});

const HEADERS = {
  "RateLimit-Limit": header(
    "Chamadas por minuto deste token. O mesmo em X-RateLimit-Limit.",
    1200,
    "integer",
  ),
  "RateLimit-Remaining": header(
    "Quantas restam neste minuto. O mesmo em X-RateLimit-Remaining.",
    1187,
    "integer",
  ),
  "RateLimit-Reset": header("Segundos até o próximo minuto. O mesmo em X-RateLimit-Reset.", 42, "integer"),
  "Retry-After": header("Segundos a esperar antes de repetir.", 42, "integer"),
  "X-Request-Id": header(
    "Identifica o pedido no registro do servidor.",
    "6f1c0b8e-3c7e-4d0a-9d0b-5f2f6a1c9e77",
  ),
  ETag: header("A versão do que foi lido.", '"pQk3v0b7o4cP0f1o2m3n4a5s6d7"'),
  Location: header(
    "O endereço do que foi criado, ou da operação.",
    "/Services/rest/v1/operacoes/importacao-0193b1c2",
  ),
  "Repr-Digest": header(
    "SHA-256 do arquivo (RFC 9530). O mesmo em Digest (RFC 3230).",
    "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:",
  ),
};

const PARAMETERS = {
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "ETag do que você já tem: se não mudou, a resposta é 304 sem corpo.",
    schema: { type: "string" },
  },
  IfMatch: {
    name: "If-Match",
    in: "header",
    required: false,
    description:
      "ETag do recurso como você o leu: se mudou, a resposta é 412 e nada é alterado. O que muda sozinho não conta.",
    schema: { type: "string" },
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "Uma chave sua para este pedido. Repetido com ela em 24 horas, tem a mesma resposta e nenhum efeito a mais. Uma recusa a deixa livre.",
    schema: { type: "string", minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX },
    example: "pedido-4711",
  },
};
