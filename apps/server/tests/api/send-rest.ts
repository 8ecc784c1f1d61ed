import http from "node:http";
import { publish } from "../../src/services/publication/publish.rows.ts";
import type { SignedInUser, Wire } from "../setup/wire.ts";

/** The answer of a REST route. body: parsed JSON of any shape. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what an answer holds without describing it first
type ParsedBody = any;
export type RestAnswer = {
  status: number;
  headers: http.IncomingHttpHeaders;
  bytes: Buffer;
  body: ParsedBody;
};

type RestRequest = {
  headers?: Record<string, string>;
  body?: unknown;
  raw?: Buffer | string;
  token?: string | null;
};

/** Sends one request to REST v1 without redirects, decompression or extra headers. */
export async function rest(
  wire: Wire,
  caller: Pick<SignedInUser, "token">,
  address: string,
  { headers = {}, body, raw, token = caller.token }: RestRequest = {},
): Promise<RestAnswer> {
  const [method = "GET", path = ""] = address.split(" ");
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const all = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(sent === undefined ? {} : { "content-length": String(Buffer.byteLength(sent)) }),
    ...headers,
  };
  return await new Promise((resolve, reject) => {
    const request = http.request(`${wire.server.url}/Services/rest/v1${path}`, {
      method,
      headers: all,
      agent: AGENT,
    });
    request.on("response", (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          bytes,
          body: readJson(answer.headers, bytes),
        });
      });
    });
    request.on("error", reject);
    request.end(sent);
  });
}

const AGENT = new http.Agent({ keepAlive: true, maxSockets: 64 });

function readJson(headers: http.IncomingHttpHeaders, bytes: Buffer): unknown {
  const isJson = /json/.test(headers["content-type"] ?? "") && headers["content-encoding"] === undefined;
  return isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : null;
}

/** Publishes notas as the pipeline does in its last step: one feed row each, in this order. */
export async function publishNotas(
  { ctx }: Pick<Wire, "ctx">,
  contaId: string,
  ids: readonly string[],
  tipo: "nota" | "marca" | "status" | "quarentena" | "troca" = "nota",
): Promise<void> {
  await ctx.database.withConta(contaId, (db) =>
    publish(db, contaId, { agora: ctx.clock.now(), feed: ids.map((notaId) => ({ tipo, notaId })) }),
  );
}
