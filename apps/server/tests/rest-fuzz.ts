import type http from "node:http";
import { createHouse } from "../src/doors/house.ts";
import { listen } from "../src/doors/listen.ts";
import {
  type Documento,
  type Operacao,
  type Parametro,
  writeDocumento,
} from "../src/doors/rest/openapi/documento.ts";
import type { Esquema } from "../src/doors/rest/openapi/esquemas.ts";
import { createTestContext } from "./context.ts";
import { publishNotas, rest } from "./rest.ts";
import { enter, type Wire } from "./wire.ts";
import { insertNotas, inventNota } from "./wire-notas.ts";

/** The result of the random requests: counts by status, and wrong answers. */
export type Fuzz = { pedidos: number; porStatus: Record<string, number>; errado: string[] };

type Acaso = () => number;
type Alvo = { verbo: string; caminho: string; operacao: Operacao };
type Mundo = { doc: Documento; alvos: Alvo[]; ids: string[]; chaves: string[]; acaso: Acaso };

const NOTAS = 40;
const JUNTOS = 8;
const LIVRES = { chamadasMax: 1e9, arquivosMax: 1e9 };

/**
 * Sends random requests, valid and invalid, to a server of its own; the same seed sends the same
 * requests.
 */
export async function fuzzRest({ pedidos, semente }: { pedidos: number; semente: number }): Promise<Fuzz> {
  const context = await createTestContext();
  const server = await listen(createHouse(context.ctx, { limitesRest: LIVRES }), {
    host: "127.0.0.1",
    port: 0,
  });
  const wire: Wire = { ...context, server, dispose: async () => {} };
  try {
    const ana = await enter(wire);
    const { empresaId } = await wire.createEmpresa(ana.contaId);
    const { caixaId } = await wire.createCaixa(ana.contaId);
    const notas = await insertNotas(
      wire,
      ana.contaId,
      Array.from({ length: NOTAS }, () => inventNota({ empresaId })),
    );
    const notaIds = notas.map(({ id }) => id);
    await publishNotas(wire, ana.contaId, notaIds);
    const doc = writeDocumento("/Services/rest/v1");
    const alvos = Object.entries(doc.paths).flatMap(([caminho, verbos]) =>
      Object.entries(verbos).map(
        ([verbo, operacao]): Alvo => ({ verbo: verbo.toUpperCase(), caminho, operacao }),
      ),
    );
    const mundo: Mundo = {
      doc,
      alvos,
      ids: [...notaIds, empresaId, caixaId],
      chaves: notas.map(({ chave }) => chave),
      acaso: acasoOf(semente),
    };
    return await throwAll(wire, { mundo, pedidos, token: ana.token });
  } finally {
    await server.stop();
    await context.dispose();
  }
}

async function throwAll(
  wire: Wire,
  { mundo, pedidos, token }: { mundo: Mundo; pedidos: number; token: string },
): Promise<Fuzz> {
  const fuzz: Fuzz = { pedidos, porStatus: {}, errado: [] };
  // Each route at least once.
  const todos = Array.from({ length: pedidos }, (_none, at) => inventPedido(mundo, mundo.alvos[at]));
  let next = 0;
  const work = async (): Promise<void> => {
    for (let pedido = todos[next++]; pedido !== undefined; pedido = todos[next++]) {
      const { address, headers, raw, comToken, alvo } = pedido;
      const {
        status,
        headers: told,
        body,
      } = await rest(wire, { token }, address, {
        headers,
        ...(raw === undefined ? {} : { raw }),
        token: comToken ? token : null,
      }).catch((error: Error) => ({
        status: 599,
        headers: {} as http.IncomingHttpHeaders,
        body: error.message,
      }));
      fuzz.porStatus[status] = (fuzz.porStatus[status] ?? 0) + 1;
      const wrong = judge({ status, told, body, alvo });
      if (wrong !== null)
        fuzz.errado.push(
          `${wrong}: ${address.slice(0, 300)} ${JSON.stringify(headers)} ${raw?.slice(0, 300) ?? ""} → ${status} ${JSON.stringify(body)?.slice(0, 300)}`,
        );
    }
  };
  await Promise.all(Array.from({ length: JUNTOS }, work));
  return fuzz;
}

type Visto = { status: number; told: http.IncomingHttpHeaders; body: unknown; alvo: Alvo | null };

/** Checks an answer: no 5xx, no undocumented status, and every refusal is a problem document. */
function judge({ status, told, body, alvo }: Visto): string | null {
  if (status >= 500) return "5xx";
  if (alvo !== null && status !== 405 && alvo.operacao.responses[status] === undefined)
    return "status fora do documento";
  if (status < 400 || body === null) return null;
  const problem =
    /^application\/problem\+json/.test(told["content-type"] ?? "") &&
    typeof body === "object" &&
    "codigo" in body &&
    "mensagem" in body;
  return problem ? null : "recusa sem problema";
}

type Pedido = {
  address: string;
  headers: Record<string, string>;
  raw: string | undefined;
  comToken: boolean;
  alvo: Alvo | null;
};

const VERBOS = ["GET", "PUT", "POST", "DELETE", "PATCH", "OPTIONS", "TRACE"];
const LIXO = [
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

function inventPedido(mundo: Mundo, given: Alvo | undefined): Pedido {
  const { acaso } = mundo;
  const alvo = given ?? pick(mundo.alvos, acaso);
  const wild = acaso() < 0.05;
  const verbo = wild ? pick(VERBOS, acaso) : alvo.verbo;
  const params = alvo.operacao.parameters.filter((param): param is Parametro => "name" in param);
  const caminho = alvo.caminho.replace(/\{(\w+)\}/g, (_all, nome: string) =>
    encodePart(inventPath(nome, mundo), acaso),
  );
  const headers = inventHeaders(acaso);
  const raw = inventBody(alvo, mundo, headers);
  const path = acaso() < 0.02 ? `${caminho}/${encodePart(pick(LIXO, acaso), acaso)}` : caminho;
  return {
    address: `${verbo} ${path}${inventQuery(params, mundo)}`,
    headers,
    raw,
    comToken: acaso() > 0.04,
    alvo: wild || path !== caminho || caminho.includes("//") || /\/$/.test(caminho) ? null : alvo,
  };
}

function encodePart(text: string, acaso: Acaso): string {
  return acaso() < 0.02 && /^[%\w]*$/.test(text) && text !== "" ? text : encodeURIComponent(whole(text));
}

function inventPath(nome: string, { ids, chaves, acaso }: Mundo): string {
  if (acaso() < 0.15) return pick(LIXO, acaso);
  if (nome === "chave") return pick(chaves, acaso);
  return acaso() < 0.8 ? pick(ids, acaso) : "0193b1c2-7d4e-7a11-9c3f-5e2b8a6d4f10";
}

function inventQuery(params: readonly Parametro[], mundo: Mundo): string {
  const { acaso } = mundo;
  const parts = params
    .filter(({ in: where, required }) => where === "query" && (required ? acaso() < 0.95 : acaso() < 0.35))
    .flatMap(({ name, schema }) => {
      const value = acaso() < 0.2 ? pick(LIXO, acaso) : inventValue(schema, mundo, name);
      return [value].flat().map((one) => `${name}=${encodeURIComponent(whole(String(one)))}`);
    });
  if (acaso() < 0.05) parts.push(`${encodeURIComponent(whole(pick(LIXO, acaso)))}=1`);
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

function inventHeaders(acaso: Acaso): Record<string, string> {
  const headers: Record<string, string> = {};
  const maybe = (p: number, name: string, values: readonly string[]): void => {
    if (acaso() < p) headers[name] = pick(values, acaso);
  };
  maybe(0.1, "if-none-match", ["*", '"abc"', 'W/"abc"', "abc", '"', ","]);
  maybe(0.1, "if-match", ["*", '"abc"', "abc"]);
  maybe(0.3, "idempotency-key", [
    "um",
    "dois",
    `k${Math.floor(acaso() * 1e6)}`,
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
function inventBody({ operacao }: Alvo, mundo: Mundo, headers: Record<string, string>): string | undefined {
  const { acaso } = mundo;
  const content = operacao.requestBody?.content ?? {};
  const schema = content["application/json"]?.schema;
  if (schema === undefined && acaso() < 0.9)
    return content["multipart/form-data"] === undefined ? undefined : inventForm(mundo, headers);
  headers["content-type"] =
    acaso() < 0.95
      ? "application/json"
      : pick(["text/plain", "application/xml", "application/json; charset=latin1", ""], acaso);
  const dice = acaso();
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
      acaso,
    );
  const value = schema === undefined ? { a: 1 } : inventValue(schema, mundo);
  return JSON.stringify(dice < 0.35 ? spoil(value, acaso) : value);
}

function inventForm({ acaso }: Mundo, headers: Record<string, string>): string {
  headers["content-type"] = acaso() < 0.9 ? "multipart/form-data; boundary=b" : "multipart/form-data";
  const content = pick(["<a/>", "", "PK\u0003\u0004lixo", "nada", '<?xml version="1.0"?><NFe/>'], acaso);
  const part = `--b\r\nContent-Disposition: form-data; name="arquivo"; filename="${pick(["a.xml", "", "../x", "é.zip"], acaso)}"\r\n\r\n${content}\r\n`;
  const field = `--b\r\nContent-Disposition: form-data; name="${pick(["certSenha", "outro"], acaso)}"\r\n\r\n123\r\n`;
  return pick(
    [`${part}--b--\r\n`, `${field}${part}--b--\r\n`, `${part}${part}--b--\r\n`, "--b--\r\n", "lixo"],
    acaso,
  );
}

/** A value that the schema allows; strings fit the name of the field. */
function inventValue(schema: Esquema, mundo: Mundo, campo = "", depth = 0): unknown {
  const { acaso, doc } = mundo;
  if (schema.$ref !== undefined) {
    const named = doc.components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)];
    return named === undefined ? null : inventValue(named, mundo, campo, depth + 1);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return pick(schema.enum, acaso);
  if (schema.anyOf !== undefined) return inventValue(pick(schema.anyOf, acaso), mundo, campo, depth + 1);
  const type = [schema.type ?? "object"].flat()[0];
  if (type === "array") {
    const many = Math.min(schema.maxItems ?? 5, Math.max(schema.minItems ?? 0, Math.floor(acaso() * 6)));
    return Array.from({ length: many }, () => inventValue(schema.items ?? {}, mundo, campo, depth + 1));
  }
  if (type === "object") {
    const shown = Object.entries(schema.properties ?? {}).filter(
      ([nome]) => schema.required?.includes(nome) || acaso() < 0.4,
    );
    return Object.fromEntries(shown.map(([nome, one]) => [nome, inventValue(one, mundo, nome, depth + 1)]));
  }
  if (type === "boolean") return acaso() < 0.5;
  if (type === "integer" || type === "number") {
    const low = schema.minimum ?? 0;
    return low + Math.floor(acaso() * Math.min(300, (schema.maximum ?? low + 300) - low + 1));
  }
  return type === "string" ? inventText(schema, mundo, campo) : null;
}

function inventText({ format, minLength = 0, maxLength = 60 }: Esquema, mundo: Mundo, campo: string): string {
  const { acaso, ids, chaves } = mundo;
  if (format === "uuid") return pick(ids, acaso);
  if (format === "date") return pick(["2026-10-01", "2026-10-31", "0001-01-01", "9999-12-31"], acaso);
  if (format === "date-time") return pick(["2026-10-01T00:00:00Z", "/Date(1760000000000)/"], acaso);
  if (/^chave/.test(campo)) return pick(chaves, acaso);
  if (/^cnpj/.test(campo))
    return pick(["11222333000181", "11.444.777/0001-61", "529.982.247-25", "00000000000000"], acaso);
  if (campo === "servidor") return "127.0.0.1";
  if (/^(criado)/.test(campo)) return pick(["2026-10-15", "2026-10-15T13:00"], acaso);
  const text = pick([...LIXO, "Padaria Aurora", "moinho", "SP", "50,00"], acaso).slice(0, maxLength);
  return text.length < minLength ? text.padEnd(minLength, "x") : text;
}

/** Changes one place in a value: another type, a missing key or an extra key. */
function spoil(value: unknown, acaso: Acaso): unknown {
  if (typeof value !== "object" || value === null || acaso() < 0.2)
    return pick([null, 1, -1, 1e308, "", "x", [], {}, true, [[]], { a: { b: [] } }, "\u0000"], acaso);
  const keys = Object.keys(value);
  if (keys.length === 0) return { sobra: 1 };
  const key = pick(keys, acaso);
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  const dice = acaso();
  if (dice < 0.25 && !Array.isArray(value)) delete copy[key];
  else if (dice < 0.35 && !Array.isArray(value)) copy.sobra = 1;
  else copy[key] = spoil(copy[key], acaso);
  return copy;
}

function pick<T>(all: readonly T[], acaso: Acaso): T {
  const one = all[Math.floor(acaso() * all.length)];
  if (one === undefined && all.length === 0) throw new Error("nothing to pick from");
  return one as T;
}

/** mulberry32 */
function acasoOf(semente: number): Acaso {
  let state = semente >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Replaces lone surrogates, which a URL cannot contain. */
function whole(text: string): string {
  return Buffer.from(text).toString();
}
