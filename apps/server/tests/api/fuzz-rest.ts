import type http from "node:http";
import { createHttpApp } from "../../src/http/create-app.ts";
import { listen } from "../../src/http/listen.ts";
import {
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
  writeOpenApiDocument,
} from "../../src/http/rest/openapi/document.ts";
import type { JsonSchema } from "../../src/http/rest/openapi/schemas.ts";
import { createTestContext } from "../setup/context.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { signInNewUser, type Wire } from "../setup/wire.ts";
import { publishNotas, rest } from "./send-rest.ts";

/** The result of the random requests: counts by status, and wrong answers. */
export type FuzzReport = { requests: number; byStatus: Record<string, number>; violations: string[] };

type Random = () => number;
type FuzzRoute = { verb: string; path: string; operation: OpenApiOperation };
type FuzzInputs = {
  doc: OpenApiDocument;
  routes: FuzzRoute[];
  ids: string[];
  chaves: string[];
  random: Random;
};

const NOTA_COUNT = 40;
const CONCURRENCY = 8;
const UNLIMITED = { callsMax: 1e9, filesMax: 1e9 };

/**
 * Sends random requests, valid and invalid, to a server of its own; the same seed sends the same
 * requests.
 */
export async function fuzzRest({ requests, seed }: { requests: number; seed: number }): Promise<FuzzReport> {
  const context = await createTestContext();
  const server = await listen(createHttpApp(context.ctx, { limitesRest: UNLIMITED }), {
    host: "127.0.0.1",
    port: 0,
  });
  const wire: Wire = { ...context, server, dispose: async () => {} };
  try {
    const ana = await signInNewUser(wire);
    const { empresaId } = await wire.createEmpresa(ana.contaId);
    const { caixaId } = await wire.createCaixa(ana.contaId);
    const notas = await insertNotas(
      wire,
      ana.contaId,
      Array.from({ length: NOTA_COUNT }, () => inventNota({ empresaId })),
    );
    const notaIds = notas.map(({ id }) => id);
    await publishNotas(wire, ana.contaId, notaIds);
    const doc = writeOpenApiDocument("/Services/rest/v1");
    const routes = Object.entries(doc.paths).flatMap(([routePath, operations]) =>
      Object.entries(operations).map(
        ([verb, operation]): FuzzRoute => ({ verb: verb.toUpperCase(), path: routePath, operation }),
      ),
    );
    const inputs: FuzzInputs = {
      doc,
      routes,
      ids: [...notaIds, empresaId, caixaId],
      chaves: notas.map(({ chave }) => chave),
      random: createRandom(seed),
    };
    return await sendAll(wire, { mundo: inputs, requests, token: ana.token });
  } finally {
    await server.stop();
    await context.dispose();
  }
}

async function sendAll(
  wire: Wire,
  { mundo: inputs, requests, token }: { mundo: FuzzInputs; requests: number; token: string },
): Promise<FuzzReport> {
  const fuzz: FuzzReport = { requests, byStatus: {}, violations: [] };
  // Each route at least once.
  const allRequests = Array.from({ length: requests }, (_none, at) =>
    inventRequest(inputs, inputs.routes[at]),
  );
  let next = 0;
  const work = async (): Promise<void> => {
    for (
      let fuzzRequest = allRequests[next++];
      fuzzRequest !== undefined;
      fuzzRequest = allRequests[next++]
    ) {
      const { address, headers, raw, withToken, route } = fuzzRequest;
      const {
        status,
        headers: answerHeaders,
        body,
      } = await rest(wire, { token }, address, {
        headers,
        ...(raw === undefined ? {} : { raw }),
        token: withToken ? token : null,
      }).catch((error: Error) => ({
        status: 599,
        headers: {} as http.IncomingHttpHeaders,
        body: error.message,
      }));
      fuzz.byStatus[status] = (fuzz.byStatus[status] ?? 0) + 1;
      const wrong = findViolation({ status, told: answerHeaders, body, route });
      if (wrong !== null)
        fuzz.violations.push(
          `${wrong}: ${address.slice(0, 300)} ${JSON.stringify(headers)} ${raw?.slice(0, 300) ?? ""} → ${status} ${JSON.stringify(body)?.slice(0, 300)}`,
        );
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return fuzz;
}

type SeenAnswer = { status: number; told: http.IncomingHttpHeaders; body: unknown; route: FuzzRoute | null };

/** Checks an answer: no 5xx, no undocumented status, and every refusal is a problem document. */
function findViolation({ status, told: answerHeaders, body, route }: SeenAnswer): string | null {
  if (status >= 500) return "5xx";
  if (route !== null && status !== 405 && route.operation.responses[status] === undefined)
    return "status fora do documento";
  if (status < 400 || body === null) return null;
  const problem =
    /^application\/problem\+json/.test(answerHeaders["content-type"] ?? "") &&
    typeof body === "object" &&
    "codigo" in body &&
    "mensagem" in body;
  return problem ? null : "recusa sem problema";
}

type FuzzRequest = {
  address: string;
  headers: Record<string, string>;
  raw: string | undefined;
  withToken: boolean;
  route: FuzzRoute | null;
};

const VERBS = ["GET", "PUT", "POST", "DELETE", "PATCH", "OPTIONS", "TRACE"];
const GARBAGE = [
  "",
  "0",
  "-1",
  "1e9",
  "true",
  "null",
  "NaN",
  "'; DROP TABLE nota; --",
  "../../etc/passwd",
  "%00",
  "%",
  "\u0000",
  "\u202e",
  "𝒳".repeat(20),
  "a".repeat(300),
  "[]",
  "{}",
  "9999-99-99",
  "0001-01-01",
  "9999-12-31",
  "2026-11-20T99:99",
  "99999999999999999999",
  "__proto__",
  "constructor",
  "<script>",
  "#{7*7}",
  "﷽",
  "\t\n",
  "-0",
  ".5",
  "1,2",
  "E",
  "NFe",
  "100",
  "*",
  '"',
];

function inventRequest(inputs: FuzzInputs, given: FuzzRoute | undefined): FuzzRequest {
  const { random } = inputs;
  const route = given ?? pick(inputs.routes, random);
  const wild = random() < 0.05;
  const verb = wild ? pick(VERBS, random) : route.verb;
  const params = route.operation.parameters.filter((param): param is OpenApiParameter => "name" in param);
  const routePath = route.path.replace(/\{(\w+)\}/g, (_all, fieldName: string) =>
    encodePart(inventPath(fieldName, inputs), random),
  );
  const headers = inventHeaders(random);
  const raw = inventBody(route, inputs, headers);
  const path = random() < 0.02 ? `${routePath}/${encodePart(pick(GARBAGE, random), random)}` : routePath;
  return {
    address: `${verb} ${path}${inventQuery(params, inputs)}`,
    headers,
    raw,
    withToken: random() > 0.04,
    route: wild || path !== routePath || routePath.includes("//") || /\/$/.test(routePath) ? null : route,
  };
}

function encodePart(text: string, random: Random): string {
  return random() < 0.02 && /^[%\w]*$/.test(text) && text !== ""
    ? text
    : encodeURIComponent(replaceLoneSurrogates(text));
}

function inventPath(fieldName: string, { ids, chaves, random }: FuzzInputs): string {
  if (random() < 0.15) return pick(GARBAGE, random);
  if (fieldName === "chave") return pick(chaves, random);
  return random() < 0.8 ? pick(ids, random) : "0193b1c2-7d4e-7a11-9c3f-5e2b8a6d4f10";
}

function inventQuery(params: readonly OpenApiParameter[], inputs: FuzzInputs): string {
  const { random } = inputs;
  const parts = params
    .filter(({ in: where, required }) => where === "query" && (required ? random() < 0.95 : random() < 0.35))
    .flatMap(({ name, schema }) => {
      const value = random() < 0.2 ? pick(GARBAGE, random) : inventValue(schema, inputs, name);
      return [value].flat().map((one) => `${name}=${encodeURIComponent(replaceLoneSurrogates(String(one)))}`);
    });
  if (random() < 0.05) parts.push(`${encodeURIComponent(replaceLoneSurrogates(pick(GARBAGE, random)))}=1`);
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

function inventHeaders(random: Random): Record<string, string> {
  const headers: Record<string, string> = {};
  const maybe = (p: number, name: string, values: readonly string[]): void => {
    if (random() < p) headers[name] = pick(values, random);
  };
  maybe(0.1, "if-none-match", ["*", '"abc"', 'W/"abc"', "abc", '"', ","]);
  maybe(0.1, "if-match", ["*", '"abc"', "abc"]);
  maybe(0.3, "idempotency-key", [
    "um",
    "dois",
    `k${Math.floor(random() * 1e6)}`,
    "x".repeat(255),
    "x".repeat(256),
    "com espaço".normalize("NFD").replace(/[^ -~]/g, ""),
  ]);
  maybe(0.3, "accept-encoding", ["gzip", "br", "identity;q=0", "gzip;q=0", "*", ""]);
  maybe(0.05, "range", ["bytes=0-1", "bytes=-5", "bytes=9-1", "bytes=a-b", "items=1"]);
  maybe(0.05, "accept", ["text/html", "application/xml", "*/*", ""]);
  maybe(0.02, "authorization", ["Bearer nada", "Basic YTpi", "Bearer", ""]);
  return headers;
}

/** Valid, wrong in one place, or not JSON at all. */
function inventBody(
  { operation }: FuzzRoute,
  inputs: FuzzInputs,
  headers: Record<string, string>,
): string | undefined {
  const { random } = inputs;
  const content = operation.requestBody?.content ?? {};
  const schema = content["application/json"]?.schema;
  if (schema === undefined && random() < 0.9)
    return content["multipart/form-data"] === undefined ? undefined : inventForm(inputs, headers);
  headers["content-type"] =
    random() < 0.95
      ? "application/json"
      : pick(["text/plain", "application/xml", "application/json; charset=latin1", ""], random);
  const dice = random();
  if (dice < 0.03) return undefined;
  if (dice < 0.08)
    return pick(
      [
        "{",
        "[[[[",
        '{"a":',
        "\u0000",
        "nada",
        '"texto"',
        "null",
        "[]",
        "{}",
        `${"[".repeat(200)}${"]".repeat(200)}`,
        "x".repeat(1_200_000),
      ],
      random,
    );
  const value = schema === undefined ? { a: 1 } : inventValue(schema, inputs);
  return JSON.stringify(dice < 0.35 ? spoil(value, random) : value);
}

function inventForm({ random }: FuzzInputs, headers: Record<string, string>): string {
  headers["content-type"] = random() < 0.9 ? "multipart/form-data; boundary=b" : "multipart/form-data";
  const content = pick(["<a/>", "", "PK\u0003\u0004lixo", "nada", '<?xml version="1.0"?><NFe/>'], random);
  const part = `--b\r\nContent-Disposition: form-data; name="arquivo"; filename="${pick(["a.xml", "", "../x", "é.zip"], random)}"\r\n\r\n${content}\r\n`;
  const field = `--b\r\nContent-Disposition: form-data; name="${pick(["certSenha", "outro"], random)}"\r\n\r\n123\r\n`;
  return pick(
    [`${part}--b--\r\n`, `${field}${part}--b--\r\n`, `${part}${part}--b--\r\n`, "--b--\r\n", "lixo"],
    random,
  );
}

/** A value that the schema allows; strings fit the name of the field. */
function inventValue(schema: JsonSchema, inputs: FuzzInputs, ofField = "", depth = 0): unknown {
  const { random, doc } = inputs;
  if (schema.$ref !== undefined) {
    const named = doc.components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)];
    return named === undefined ? null : inventValue(named, inputs, ofField, depth + 1);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return pick(schema.enum, random);
  if (schema.anyOf !== undefined) return inventValue(pick(schema.anyOf, random), inputs, ofField, depth + 1);
  const type = [schema.type ?? "object"].flat()[0];
  if (type === "array") {
    const many = Math.min(schema.maxItems ?? 5, Math.max(schema.minItems ?? 0, Math.floor(random() * 6)));
    return Array.from({ length: many }, () => inventValue(schema.items ?? {}, inputs, ofField, depth + 1));
  }
  if (type === "object") {
    const shown = Object.entries(schema.properties ?? {}).filter(
      ([fieldName]) => schema.required?.includes(fieldName) || random() < 0.4,
    );
    return Object.fromEntries(
      shown.map(([fieldName, one]) => [fieldName, inventValue(one, inputs, fieldName, depth + 1)]),
    );
  }
  if (type === "boolean") return random() < 0.5;
  if (type === "integer" || type === "number") {
    const low = schema.minimum ?? 0;
    return low + Math.floor(random() * Math.min(300, (schema.maximum ?? low + 300) - low + 1));
  }
  return type === "string" ? inventText(schema, inputs, ofField) : null;
}

function inventText(
  { format, minLength = 0, maxLength = 60 }: JsonSchema,
  inputs: FuzzInputs,
  ofField: string,
): string {
  const { random, ids, chaves } = inputs;
  if (format === "uuid") return pick(ids, random);
  if (format === "date") return pick(["2026-10-01", "2026-10-31", "0001-01-01", "9999-12-31"], random);
  if (format === "date-time") return pick(["2026-10-01T00:00:00Z", "/Date(1760000000000)/"], random);
  if (/^chave/.test(ofField)) return pick(chaves, random);
  if (/^cnpj/.test(ofField))
    return pick(["11222333000181", "11.444.777/0001-61", "529.982.247-25", "00000000000000"], random);
  if (ofField === "servidor") return "127.0.0.1";
  if (/^(criado)/.test(ofField)) return pick(["2026-10-15", "2026-10-15T13:00"], random);
  const text = pick([...GARBAGE, "Padaria Aurora", "moinho", "SP", "50,00"], random).slice(0, maxLength);
  return text.length < minLength ? text.padEnd(minLength, "x") : text;
}

/** Changes one place in a value: another type, a missing key or an extra key. */
function spoil(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || random() < 0.2)
    return pick([null, 1, -1, 1e308, "", "x", [], {}, true, [[]], { a: { b: [] } }, "\u0000"], random);
  const keys = Object.keys(value);
  if (keys.length === 0) return { sobra: 1 };
  const key = pick(keys, random);
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  const dice = random();
  if (dice < 0.25 && !Array.isArray(value)) delete copy[key];
  else if (dice < 0.35 && !Array.isArray(value)) copy.sobra = 1;
  else copy[key] = spoil(copy[key], random);
  return copy;
}

function pick<T>(all: readonly T[], random: Random): T {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined && all.length === 0) throw new Error("nothing to pick from");
  return one as T;
}

/** mulberry32 */
function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Replaces lone surrogates, which a URL cannot contain. */
function replaceLoneSurrogates(text: string): string {
  return Buffer.from(text).toString();
}
