import { createHash } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import { buffer } from "node:stream/consumers";
import { findSignatureFlaw, type S3Account, type SignatureFlaw } from "./s3-signature.ts";

/**
 * Fault of the next requests: a server error, no answer, or a connection that breaks inside the
 * body.
 */
export type S3Fault = "503" | "silence" | "break-put" | "break-get";

/** An S3 server of one test: one bucket in memory, path style; it verifies every signature. */
export type S3Server = {
  endpoint: string;
  bucket: string;
  account: S3Account;
  objects: Map<string, { bytes: Buffer; modifiedAt: Date }>;
  /** Received requests, such as "PUT prefix/a". */
  seen: string[];
  /** Applies the fault to the next requests. */
  fail(fault: S3Fault, times: number): void;
  close(): Promise<void>;
};

const PAGE = 1_000;
const BREAK_AT = 10_000;
type Request = http.IncomingMessage;
type Response = http.ServerResponse;
type State = Pick<S3Server, "bucket" | "account" | "objects" | "seen"> & { faults: S3Fault[] };

/** Starts the server at a free port. */
export async function startS3Server(port = 0): Promise<S3Server> {
  const state: State = {
    bucket: "balde",
    account: { accessKeyId: "AKIAEXEMPLO", secretAccessKey: "segredo-inventado", region: "sa-east-1" },
    objects: new Map(),
    seen: [],
    faults: [],
  };
  const server = http.createServer((request, response) => {
    void answer(state, request, response).catch(() => request.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    ...state,
    endpoint: `http://127.0.0.1:${address.port}`,
    fail: (fault, times) => void state.faults.push(...Array.from({ length: times }, () => fault)),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function answer(state: State, request: Request, response: Response): Promise<void> {
  const url = new URL(request.url ?? "", "http://s3");
  const [, bucket, ...parts] = url.pathname.split("/").map(decodeURIComponent);
  const key = parts.join("/");
  state.seen.push(`${request.method} ${key}`);
  const fault = takeFault(state, request);
  if (fault === "silence") return;
  if (fault === "503") return sendError(response, "SlowDown", 503);
  if (fault === "break-put") {
    await once(request, "data");
    request.destroy();
    return;
  }
  const body = await buffer(request);
  const flaw = findSignatureFlaw(request, body, state.account);
  if (flaw !== null) return sendFlaw(response, flaw);
  if (bucket !== state.bucket) return sendError(response, "NoSuchBucket", 404);
  if (key === "") return sendList(state, url.searchParams, response);
  if (request.method === "PUT") return putObject(state, { key, body, request }, response);
  if (request.method === "GET" || request.method === "HEAD")
    return sendObject(state, { key, fault }, response);
  state.objects.delete(key);
  response.writeHead(204).end();
}

/** A fault of the body applies to the next request that has a body. */
function takeFault({ faults }: State, request: Request): S3Fault | null {
  const [next] = faults;
  const fits =
    next === "break-put" ? request.method === "PUT" : next !== "break-get" || request.method === "GET";
  return next !== undefined && fits ? (faults.shift() ?? null) : null;
}

function putObject(
  { objects }: State,
  { key, body, request }: { key: string; body: Buffer; request: Request },
  response: Response,
): void {
  if (body.length !== Number(request.headers["content-length"])) sendError(response, "IncompleteBody", 400);
  else {
    objects.set(key, { bytes: body, modifiedAt: new Date() });
    response.writeHead(200, { ETag: etagOf(body) }).end();
  }
}

function sendObject(
  { objects }: State,
  { key, fault }: { key: string; fault: S3Fault | null },
  response: Response,
): void {
  const object = objects.get(key);
  if (object === undefined) {
    sendError(response, "NoSuchKey", 404);
    return;
  }
  response.writeHead(200, {
    ETag: etagOf(object.bytes),
    "Content-Length": object.bytes.length,
    "Last-Modified": object.modifiedAt.toUTCString(),
  });
  if (fault !== "break-get") return void response.end(object.bytes);
  response.write(object.bytes.subarray(0, BREAK_AT), () => response.destroy());
}

function etagOf(bytes: Buffer): string {
  return `"${createHash("md5").update(bytes).digest("hex")}"`;
}

function sendList({ objects }: State, query: URLSearchParams, response: Response): void {
  const prefix = query.get("prefix") ?? "";
  const after = query.get("continuation-token") ?? "";
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, Math.min(PAGE, Number(query.get("max-keys") ?? PAGE)));
  const more = keys.length > page.length;
  const next = more ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? "")}</NextContinuationToken>` : "";
  const contents = page.map((key) => contentOf(key, objects.get(key)));
  response.writeHead(200, { "Content-Type": "application/xml" });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">` +
      `<IsTruncated>${more}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`,
  );
}

function contentOf(key: string, object: { bytes: Buffer; modifiedAt: Date } | undefined): string {
  if (object === undefined) return "";
  const at = object.modifiedAt.toISOString();
  return `<Contents><Key>${escapeXml(key)}</Key><LastModified>${at}</LastModified><Size>${object.bytes.length}</Size></Contents>`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function sendFlaw(response: Response, flaw: SignatureFlaw): void {
  sendError(response, flaw, flaw === "XAmzContentSHA256Mismatch" ? 400 : 403);
}

function sendError(response: Response, code: string, status: number): void {
  response.writeHead(status, { "Content-Type": "application/xml" });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  );
}
