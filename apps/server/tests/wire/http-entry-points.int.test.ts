import fs from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { METHODS } from "@malote/contract";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { get, openWire, post, rpc, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

let wire: Wire;
let https: Wire;
let context: TestContext;
let dist: string;
let ana: SignedInUser;
const lines: string[] = [];

beforeAll(async () => {
  dist = await fs.mkdtemp(path.join(os.tmpdir(), "malote-portas-"));
  await fs.writeFile(path.join(dist, "index.html"), "<!doctype html><title>Malote</title>");
  context = await createTestContext();
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = pino({ level: "trace" }, sink);
  wire = await openWire({ ...context, ctx: { ...context.ctx, log } }, dist);
  const config = { ...context.config, publicUrl: "https://malote.exemplo.test", trustProxy: 1 };
  https = await openWire({ ...context, ctx: { ...context.ctx, config } }, dist);
  ana = await signInNewUser(wire);
});
afterAll(async () => {
  await https.server.stop();
  await wire.dispose();
  await fs.rm(dist, { recursive: true, force: true });
});

const JSON_TYPE = { "content-type": "application/json" };
const ID = "019a0000-0000-7000-8000-0000000000ff";

type RouteRequest = { verb?: string; path: string; headers?: Record<string, string>; body?: string };

/** One request to every route, and for every kind of failure. */
const ROUTES: [string, RouteRequest, number][] = [
  ["page", { path: "/login" }, 200],
  ["page that is written to", { path: "/login", verb: "POST" }, 405],
  ["asset that is not there", { path: "/assets/x.js" }, 404],
  ["address that cannot be decoded", { path: "/%zz" }, 200],
  ["health", { path: "/saude" }, 200],
  ["health by another verb", { path: "/saude", verb: "DELETE" }, 405],
  ["readiness", { path: "/prontidao" }, 200],
  ["readiness by another verb", { path: "/prontidao", verb: "POST" }, 405],
  ["probe of other houses", { path: "/healthz" }, 404],
  ["call", { path: "/Services/", verb: "POST", headers: JSON_TYPE, body: "{}" }, 200],
  ["call by GET", { path: "/Services/?method=Nota.getNota" }, 200],
  ["call by another verb", { path: "/Services/", verb: "PUT" }, 405],
  ["call of another type", { path: "/Services/", verb: "POST", body: "x" }, 415],
  [
    "call of another site",
    { path: "/Services/", verb: "POST", headers: { "sec-fetch-site": "cross-site" } },
    403,
  ],
  ["service", { path: "/Services/Nota", verb: "PATCH" }, 405],
  ["service that is not there", { path: "/Services/Nada" }, 404],
  ["file", { path: `/Services/downloadDFe?id=${ID}` }, 401],
  ["file by another verb", { path: "/Services/downloadDFe", verb: "POST" }, 405],
  ["file for a person", { path: `/Services/downloadDanfe?id=${ID}`, headers: { accept: "text/html" } }, 302],
  ["certificate", { path: "/Services/certif", verb: "POST" }, 401],
  ["certificate by another verb", { path: "/Services/certif" }, 405],
  ["logo", { path: "/Services/logo", verb: "POST" }, 401],
  ["import", { path: "/Services/import", verb: "POST" }, 401],
  ["chart", { path: "/Services/exportChart", verb: "POST" }, 401],
  ["chart by another verb", { path: "/Services/exportChart" }, 405],
];

async function request(
  to: Wire,
  { verb = "GET", path: caminho, headers = {}, body }: RouteRequest,
): Promise<Response> {
  if (verb === "GET") return await get(to, caminho, headers);
  return await fetch(to.server.url + caminho, {
    method: verb,
    headers,
    redirect: "manual",
    ...(body === undefined ? {} : { body }),
  });
}

describe.each(ROUTES)("security headers of the answer: %s", (_name, routeRequest, status) => {
  test("the answer carries all security headers and a request id, and reveals no technology", async () => {
    const answer = await request(wire, routeRequest);
    const headersOf = Object.fromEntries(answer.headers);
    expect(answer.status).toBe(status);
    expect(headersOf).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
      "cross-origin-resource-policy": "same-origin",
      "x-request-id": expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(headersOf["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headersOf["content-security-policy"]).toContain("object-src 'none'");
    expect(headersOf["content-security-policy"]).toContain("base-uri 'none'");
    expect(headersOf["content-security-policy"]).not.toContain("unsafe-eval");
    expect(headersOf["strict-transport-security"]).toBeUndefined();
    expect(Object.keys(headersOf)).not.toContain("x-powered-by");
    expect(Object.keys(headersOf)).not.toContain("server");
    expect(Object.keys(headersOf).filter((name) => name.startsWith("access-control"))).toEqual([]);
    const body = await answer.text();
    expect(body).not.toMatch(/node_modules|\bat \S+ \(|\.ts:\d|express|node\.?js|prisma|postgres/i);
    if (status === 405) expect(headersOf.allow).toBeTruthy();
    if (routeRequest.path.startsWith("/Services") || routeRequest.path.startsWith("/saude")) {
      expect(headersOf["cache-control"]).toBe("no-store");
    }
  });

  test("the answer has HSTS for one year over HTTPS", async () => {
    const answer = await request(https, routeRequest);
    expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
  });
});

describe("deeply nested JSON", () => {
  const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

  test("a body nested 1000 levels deep is refused with its own error message, wherever the nesting is", async () => {
    for (const body of [
      `{"id":1,"method":"Nota.getListNota","params":${deep(1_000)}}`,
      "[".repeat(1_000) + "]".repeat(1_000),
      `{"jsonrpc":"2.0","id":${deep(1_000)},"method":"Nota.getNota"}`,
      "[".repeat(60_000),
    ]) {
      const answer = (await (await post(wire, body)).json()) as { error: { code: number; data: unknown } };
      expect(answer.error).toMatchObject({
        code: -32600,
        data: { mensagem: "O pedido tem objetos ou listas demais um dentro do outro." },
      });
    }
    const address = `/Services/?method=Nota.getNota&params=${encodeURIComponent(deep(100))}`;
    expect(await (await get(wire, address)).json()).toMatchObject({ error: { code: -32600 } });
  });

  test("a body below the depth limit is refused with the name of the wrong field", async () => {
    const params = { searchFilter: JSON.parse(deep(20)) };
    const answer = await rpc(wire, { id: 1, method: "Nota.getListNota", params, authToken: ana.token });
    expect(answer.error).toMatchObject({ code: -32602, data: [{ campo: "searchFilter.a" }] });
  });

  test("a key of Object.prototype is treated as an unknown field", async () => {
    for (const key of ["__proto__", "constructor", "toString"]) {
      const body = `{"id":1,"method":"Nota.getNota","authToken":"${ana.token}","params":{"id":"${ID}","${key}":{"isManager":true}}}`;
      const answer = (await (await post(wire, body)).json()) as { error: unknown; result: unknown };
      if (key !== "__proto__") expect(answer.error).toMatchObject({ code: -32602, data: [{ campo: key }] });
      else expect(JSON.stringify(answer)).not.toContain("isManager");
    }
    expect(Object.hasOwn(Object.prototype, "isManager")).toBe(false);
  });
});

describe("requests from pages of other sites", () => {
  const call = { id: 1, method: "Conta.getConta", params: {} };
  const from = async (headers: Record<string, string>, to = wire): Promise<number> =>
    (await post(to, { ...call, authToken: ana.token }, { headers })).status;

  test("a browser request from the page of another site is refused before any method runs", async () => {
    const before = lines.length;
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://malicioso.test" },
      { origin: "null" },
      { origin: wire.server.url, "sec-fetch-site": "cross-site" },
    ]) {
      expect(await from(headers as Record<string, string>), JSON.stringify(headers)).toBe(403);
    }
    expect(lines.slice(before).filter((line) => line.includes("Conta.getConta"))).toEqual([]);
    const upload = { method: "POST", headers: { "sec-fetch-site": "cross-site", ...bearer() } };
    expect((await fetch(`${wire.server.url}/Services/certif`, upload)).status).toBe(403);
  });

  test("requests of programs, our own pages and addresses typed by a user are accepted", async () => {
    for (const headers of [
      {},
      { "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "none" },
      { origin: wire.server.url },
    ]) {
      expect(await from(headers as Record<string, string>), JSON.stringify(headers)).toBe(200);
    }
    expect(await from({ origin: "https://malote.exemplo.test" }, https)).toBe(200);
  });

  test("GET runs only read-only methods", async () => {
    for (const [method, row] of Object.entries(METHODS)) {
      if (row.readOnly) continue;
      const answer = await get(wire, `/Services/?method=${method}`, bearer());
      expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "POST"]);
    }
  });
});

function bearer(): Record<string, string> {
  return { authorization: `Bearer ${ana.token}` };
}

test("verbs that HTTP does not have and verbs that no route accepts are refused", async () => {
  for (const caminho of [
    "/",
    "/Services/",
    "/Services/Nota",
    "/Services/downloadDFe",
    "/saude",
    "/prontidao",
  ]) {
    for (const verb of ["PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"]) {
      expect([caminho, verb, (await request(wire, { path: caminho, verb })).status]).toEqual([
        caminho,
        verb,
        405,
      ]);
    }
  }
  expect(await sendRaw("FOO / HTTP/1.1\r\nHost: malote\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
  expect(await sendRaw("CONNECT malote:80 HTTP/1.1\r\nHost: malote\r\n\r\n")).toBe("");
});

test("a request head of more than 16 KB is refused", async () => {
  const head = (bytes: number) =>
    `GET /saude HTTP/1.1\r\nHost: malote\r\nConnection: close\r\nX-Fill: ${"a".repeat(bytes)}\r\n\r\n`;
  expect(await sendRaw(head(15_000))).toMatch(/^HTTP\/1\.1 200 /);
  expect(await sendRaw(head(17_000))).toMatch(/^HTTP\/1\.1 431 /);
});

/** Sends bytes and returns the whole answer. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = net.connect(wire.server.port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(bytes);
  return await text(socket).catch(() => "");
}

test("each request logs one line with id, entry point, methods, status and time, without its content", async () => {
  const before = lines.length;
  const answer = await post(wire, [
    { jsonrpc: "2.0", id: 1, method: "Nota.getNota", params: { id: ID }, authToken: ana.token },
    { jsonrpc: "2.0", id: 2, method: "Nao.existe<script>", params: { segredo: "xyzzy" } },
  ]);
  await answer.text();
  await get(wire, "/usuario_convidado/setup/UmTokenDeConvite", { accept: "text/html" });
  await expect.poll(() => lines.slice(before).filter((line) => line.includes('"pedido"')).length).toBe(2);
  const headersOf = lines.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
  const [call, page] = headersOf.filter((line) => line.msg === "pedido");
  const id = answer.headers.get("x-request-id");
  expect(call).toMatchObject({ level: 30, requestId: id, porta: "rpc", verbo: "POST", status: 200 });
  expect(call).toMatchObject({ metodos: ["Nota.getNota"], ms: expect.any(Number) });
  expect(page).toMatchObject({ level: 20, porta: "pagina", status: 200 });
  expect(lines.slice(before).join("")).not.toMatch(/UmTokenDeConvite|xyzzy|script/);
});

test("X-Forwarded-For is trusted only for the configured number of proxies", async () => {
  const { ctx } = wire;
  const spoof = async (to: Wire, forwarded: string): Promise<void> => {
    const params = { identificador: "x", nomeUsuario: "y", senha: "z" };
    await post(to, { id: 1, method: "Auth.logar", params }, { headers: { "x-forwarded-for": forwarded } });
  };
  expect(ctx.config.trustProxy).toBeNull();
  const seen: string[] = [];
  const startServer = async (trustProxy: number | null): Promise<Wire> => {
    const { gatekeeper } = ctx.database;
    const countUso: typeof gatekeeper.countUse = async (chave, window) => {
      seen.push(chave);
      return await gatekeeper.countUse(chave, window);
    };
    const database = { ...ctx.database, gatekeeper: { ...gatekeeper, countUse: countUso } };
    return await openWire({ ...context, ctx: { ...ctx, database, config: { ...ctx.config, trustProxy } } });
  };
  for (const [trustProxy, expected] of [
    [null, "127.0.0.1"],
    [1, "203.0.113.9"],
  ] as const) {
    const to = await startServer(trustProxy);
    await spoof(to, "198.51.100.1, 203.0.113.9");
    await to.server.stop();
    expect(seen.join(" ")).not.toContain("198.51.100.1");
    if (seen.length > 0) expect(seen.splice(0).join(" ")).toContain(expected);
  }
});

test("during shutdown readiness fails, a running request is answered, and its connection closes", async () => {
  const { createHttpApp: createHouse } = await import("../../src/http/create-app.ts");
  const { listen } = await import("../../src/http/listen.ts");
  let stopping = false;
  const server = await listen(createHouse(wire.ctx, { dist, isStopping: () => stopping }), {
    host: "127.0.0.1",
    port: 0,
  });
  const to = { ...wire, server };
  expect((await get(to, "/prontidao")).status).toBe(200);
  stopping = true;
  const socket = net.connect(server.port, "127.0.0.1");
  const answerText = text(socket);
  const call = JSON.stringify({ id: 1, method: "Conta.getConta", params: {}, authToken: ana.token });
  socket.write(
    `POST /Services/ HTTP/1.1\r\nHost: malote\r\nContent-Type: application/json\r\nContent-Length: ${call.length}\r\n\r\n${call.slice(0, 20)}`,
  );
  expect((await get(to, "/prontidao")).status).toBe(503);
  const ended = server.stop();
  socket.write(call.slice(20));
  const answer = await answerText;
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toMatch(/\r\nConnection: close\r\n/i);
  await ended;
});

test("a server with a missing migration or unwritable blobs is healthy but not ready", async () => {
  const { gatekeeper } = wire.ctx.database;
  const done = await gatekeeper.findMigrations();
  const lacking = { ...gatekeeper, findMigrations: async () => done.slice(1) };
  const file = path.join(dist, "index.html");
  for (const ctx of [
    { ...wire.ctx, database: { ...wire.ctx.database, gatekeeper: lacking } },
    { ...wire.ctx, config: { ...wire.ctx.config, dataDir: file } },
  ]) {
    // A process caches its findings for two seconds: each of these contexts is another process.
    const other = { ...ctx, dispatching: { lookedAt: null } };
    const startServer = await openWire({ ...context, ctx: other }, dist);
    const [ready, well] = [await get(startServer, "/prontidao"), await get(startServer, "/saude")];
    expect([ready.status, await ready.json(), well.status]).toEqual([503, { ok: false }, 200]);
    await startServer.server.stop();
  }
});
