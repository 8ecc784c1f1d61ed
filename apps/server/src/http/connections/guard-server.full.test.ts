import { EventEmitter, once } from "node:events";
import http from "node:http";
import net from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import express, { type Express } from "express";
import { afterEach, expect, test } from "vitest";
import { createMetrics, type Metrics } from "../../metrics/metrics.ts";
import { type Listening, listen } from "../listen.ts";
import { limitConnections } from "./limit-connections.ts";
import { ANSWERS, type AnswerLimits, type ConnectionLimits, HTTP_CONNECTIONS } from "./limits.ts";

const MEBIBYTE = 1_048_576;
const HERE = "127.0.0.1";
const THERE = "127.0.0.2";

type Port = { server: Listening; medidas: Metrics; house: Express };
type Limits = { answers?: Partial<AnswerLimits>; connections?: Partial<ConnectionLimits>; proxies?: number };

const ports: Listening[] = [];
const sockets: net.Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(ports.splice(0).map((server) => server.stop()));
});

/** A port whose /grande?n= answers n MB; `made` keeps weak references to the bodies. */
async function open({
  answers,
  connections,
  proxies = 0,
}: Limits): Promise<Port & { made: WeakRef<Buffer>[] }> {
  const app = express();
  app.set("trust proxy", proxies);
  const made: WeakRef<Buffer>[] = [];
  app.get("/grande", (req, res) => {
    const body = Buffer.alloc(Number(req.query.n) * MEBIBYTE, "a");
    made.push(new WeakRef(body));
    res.end(body);
  });
  app.get("/saude", (_req, res) => void res.json({ ok: true }));
  const metrics = createMetrics();
  const server = await listen(
    app,
    { host: HERE, port: 0 },
    {
      medidas: metrics,
      answers: { ...ANSWERS, ...answers },
      connections: { ...HTTP_CONNECTIONS, ...connections },
    },
  );
  ports.push(server);
  return { server, medidas: metrics, house: app, made };
}

/** A client that sends its requests and reads nothing. */
async function connect({ server }: Port, raw: string, from = HERE): Promise<net.Socket> {
  const socket = net.connect({ port: server.port, host: HERE, localAddress: from });
  socket.on("error", () => {});
  sockets.push(socket);
  await once(socket, "connect");
  socket.pause().write(raw);
  return socket;
}

const ask = (path: string, head = ""): string => `GET ${path} HTTP/1.1\r\nHost: malote\r\n${head}\r\n`;

type Got = { status: number; body: string; headers: http.IncomingHttpHeaders };

async function get(
  { server }: Port,
  path: string,
  o: { from?: string; headers?: object } = {},
): Promise<Got> {
  const { from = HERE, headers = {} } = o;
  return await new Promise((resolve, reject) => {
    const options = {
      port: server.port,
      host: HERE,
      localAddress: from,
      path,
      agent: false,
      headers: { ...headers },
    };
    const request = http.get(options, (res) => {
      text(res).then((body) => resolve({ status: res.statusCode ?? 0, body, headers: res.headers }), reject);
    });
    request.on("error", reject);
  });
}

async function measure({ medidas: metrics }: Port, start: string): Promise<number> {
  const line = (await metrics.registry.metrics()).split("\n").find((each) => each.startsWith(start));
  return Number(line?.split(" ").at(-1) ?? 0);
}

const waiting = (port: Port) => measure(port, 'malote_respostas_espera_bytes{porta="http"}');
const connections = (port: Port) => measure(port, 'malote_conexoes{porta="http"}');
const cuts = (port: Port, motivo: string) =>
  measure(port, `malote_respostas_cortadas_total{porta="http",motivo="${motivo}"}`);
const refusals = (port: Port, motivo: string) =>
  measure(port, `malote_recusas_total{porta="http",motivo="${motivo}"}`);

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

test("an answer that is never read is cut, and its memory is freed", async () => {
  const port = await open({ answers: { stallMs: 400 } });
  const readers = await Promise.all(Array.from({ length: 4 }, () => connect(port, ask("/grande?n=16"))));
  await expect.poll(() => waiting(port)).toBeGreaterThan(4 * 8 * MEBIBYTE);
  expect((await get(port, "/saude")).status).toBe(200);
  await expect.poll(() => cuts(port, "parada")).toBe(4);
  expect(await waiting(port)).toBe(0);
  await expect.poll(() => connections(port)).toBe(0);
  for (const reader of readers) reader.destroy();
  await sleep(20);
  collectGarbage();
  expect(port.made.map((each) => each.deref())).toEqual([undefined, undefined, undefined, undefined]);
});

test("a slow client that keeps reading gets the whole answer, even beyond the stall limit", async () => {
  const port = await open({ answers: { stallMs: 800 } });
  const socket = await connect(port, ask("/grande?n=24", "Connection: close\r\n"));
  let bytes = 0;
  const ended = once(socket, "end");
  socket.on("data", (piece: Buffer) => {
    bytes += piece.length;
    socket.pause();
    setTimeout(() => socket.resume(), 3);
  });
  socket.resume();
  await ended;
  expect(bytes).toBeGreaterThan(24 * MEBIBYTE);
  expect(await cuts(port, "parada")).toBe(0);
});

test("an answer that a client reads too slowly is cut", async () => {
  const port = await open({ answers: { stallMs: 60_000, graceMs: 300, rateMin: 1_000 * MEBIBYTE } });
  const socket = await connect(port, ask("/grande?n=24"));
  socket.on("data", () => {
    socket.pause();
    setTimeout(() => socket.resume(), 50);
  });
  socket.resume();
  await expect.poll(() => cuts(port, "lenta")).toBe(1);
});

test("the largest answers of a network over its limit are cut, and only that network is refused", async () => {
  const limits = { bytesOfOne: 16 * MEBIBYTE, pressedMs: 1_500 };
  const port = await open({ answers: limits });
  const small = await connect(port, ask("/grande?n=8"));
  await connect(port, ask("/grande?n=20"));
  await expect.poll(() => waiting(port)).toBeGreaterThan(16 * MEBIBYTE);
  const refused = await get(port, "/grande?n=1");
  expect([refused.status, refused.headers["retry-after"], JSON.parse(refused.body).mensagem]).toEqual([
    429,
    "5",
    "Há pedidos demais deste endereço ao mesmo tempo. Tente de novo em instantes.",
  ]);
  expect((await get(port, "/grande?n=1", { from: THERE })).body).toHaveLength(MEBIBYTE);
  expect((await get(port, "/saude")).status).toBe(200);
  await expect.poll(() => cuts(port, "rede")).toBe(1);
  await expect.poll(() => waiting(port)).toBeLessThanOrEqual(16 * MEBIBYTE);
  expect((await get(port, "/grande?n=1")).status).toBe(200);
  small.resume();
  expect(await refusals(port, "bytes")).toBe(1);
});

test("answers of the largest network are cut when all together exceed the total limit", async () => {
  const port = await open({ answers: { bytes: 24 * MEBIBYTE } });
  await connect(port, ask("/grande?n=40"));
  const others = await Promise.all([
    connect(port, ask("/grande?n=8"), THERE),
    connect(port, ask("/grande?n=8"), "127.0.0.3"),
  ]);
  await expect.poll(() => cuts(port, "total")).toBe(1);
  expect(await waiting(port)).toBeLessThanOrEqual(24 * MEBIBYTE);
  const small = async (each: net.Socket) => (await once(each.resume(), "data"))[0].toString("latin1", 0, 15);
  expect(await Promise.all(others.map(small))).toEqual(["HTTP/1.1 200 OK", "HTTP/1.1 200 OK"]);
});

test("a connection beyond an address's limit is refused, and one of another address is accepted", async () => {
  const port = await open({ connections: { ofOne: 3 } });
  const idle = [await connect(port, ""), await connect(port, ""), await connect(port, "")];
  await expect.poll(() => connections(port)).toBe(3);
  const refused = await get(port, "/saude");
  expect([refused.status, refused.headers.connection]).toEqual([503, "close"]);
  expect(JSON.parse(refused.body)).toMatchObject({
    sucesso: false,
    mensagem: expect.stringContaining("demais"),
  });
  expect((await get(port, "/saude", { from: THERE })).status).toBe(200);
  idle[0]?.destroy();
  await expect.poll(() => connections(port)).toBe(2);
  expect((await get(port, "/saude")).status).toBe(200);
  expect(await refusals(port, "conexoes")).toBe(1);
});

test("when all connections are taken, the address with most of them loses an idle one", async () => {
  const port = await open({ connections: { max: 5 } });
  const oldest = await connect(port, "");
  for (let n = 0; n < 3; n++) await connect(port, "");
  const other = await connect(port, "", THERE);
  await expect.poll(() => connections(port)).toBe(5);
  expect((await get(port, "/saude", { from: "127.0.0.3" })).status).toBe(200);
  await expect
    .poll(() => oldest.destroyed || oldest.readableEnded || oldest.resume().readableEnded)
    .toBe(true);
  expect(other.destroyed).toBe(false);
  await connect(port, "", THERE);
  await expect.poll(() => connections(port)).toBe(5);
  expect((await get(port, "/saude")).status).toBe(503);
});

test("an IPv6 /48 may have more connections than one of its /64s, and at most half of all", () => {
  const server = new EventEmitter();
  const options = { isProxy: () => false, answers: false, onRefusal: () => {} };
  const bounded = limitConnections(server as http.Server, { max: 40, ofOne: 8 }, options);
  const enter = (remoteAddress: string, n: number): number => {
    const before = bounded.count();
    for (let port = 1; port <= n; port++) {
      const socket = Object.assign(new EventEmitter(), {
        remoteAddress,
        remotePort: port,
        destroy: () => {},
      });
      server.emit("connection", socket);
    }
    return bounded.count() - before;
  };
  expect([
    enter("2001:db8:0:100::1", 9),
    enter("2001:db8:0:201::1", 9),
    enter("2001:db8:0:301::1", 9),
  ]).toEqual([8, 8, 4]);
  expect([enter("2001:db8:1::1", 9), enter("203.0.113.7", 9)]).toEqual([8, 8]);
});

test("behind a proxy, connections are counted by the forwarded address or /64, not by the proxy's", async () => {
  const port = await open({ proxies: 1, connections: { ofOne: 2 }, answers: { requestsOfOne: 2 } });
  const [one, sameNet, other] = ["2001:db8:1:2::5", "2001:db8:1:2:ffff::9", "2001:db8:1:3::5"];
  const forwarded = (ip: string | undefined) => `X-Forwarded-For: 198.51.100.7, ${ip}\r\n`;
  await connect(port, ask("/grande?n=16", forwarded(one)));
  await connect(port, ask("/grande?n=16", forwarded(sameNet)));
  await expect.poll(() => waiting(port)).toBeGreaterThan(0);
  const from = async (ip: string | undefined): Promise<number> =>
    (await get(port, "/grande?n=1", { headers: { "x-forwarded-for": ip } })).status;
  expect([await from(one), await from(other), await from("203.0.113.9")]).toEqual([429, 200, 200]);
  expect(await refusals(port, "pedidos")).toBe(1);
});

test("the forwarded address of an untrusted peer is ignored", async () => {
  const port = await open({ answers: { requestsOfOne: 1 } });
  await connect(port, ask("/grande?n=16"));
  await expect.poll(() => waiting(port)).toBeGreaterThan(0);
  const headers = { "x-forwarded-for": "203.0.113.9" };
  expect((await get(port, "/grande?n=1", { headers })).status).toBe(429);
});

test("pipelined requests are handled one at a time, and a connection with too many is closed", async () => {
  const port = await open({});
  let [now, most, all] = [0, 0, 0];
  port.house.get("/um", async (_req, res) => {
    now += 1;
    all += 1;
    most = Math.max(most, now);
    await sleep(1);
    now -= 1;
    res.send(`resposta ${all};`);
  });
  const few = await connect(port, ask("/um").repeat(19) + ask("/um", "Connection: close\r\n"));
  const answer = await text(few);
  expect([...answer.matchAll(/resposta (\d+);/g)].map(([, n]) => Number(n))).toEqual(
    Array.from({ length: 20 }, (_, n) => n + 1),
  );
  expect(most).toBe(1);
  const before = all;
  const many = await connect(port, ask("/um").repeat(800));
  await text(many).catch(() => "");
  expect(all - before).toBeLessThan(40);
});

test("long text is sent unchanged with its Content-Length, and a HEAD is answered without a body", async () => {
  const port = await open({});
  const body = "coração, ação e pão; ".repeat(20_000);
  port.house.get("/texto", (_req, res) => void res.end(body));
  port.house.get("/json", (_req, res) => void res.json({ body }));
  const got = await get(port, "/texto");
  expect(got.body === body).toBe(true);
  expect(got.headers["content-length"]).toBe(String(Buffer.byteLength(body)));
  expect(JSON.parse((await get(port, "/json")).body).body === body).toBe(true);
  const head = await text(
    await connect(port, `HEAD /json HTTP/1.1\r\nHost: malote\r\nConnection: close\r\n\r\n`),
  );
  expect(head).toMatch(/200 OK[\s\S]*Content-Length: \d{6}[\s\S]*\r\n\r\n$/);
});

test("a connection with a slow head is closed, and one that sends nothing", async () => {
  const app = express().get("/saude", (_req, res) => void res.json({ ok: true }));
  const server = await listen(app, { host: HERE, port: 0 }, { headMs: 300 });
  ports.push(server);
  const port = { server, medidas: createMetrics(), house: app };
  const slow = await connect(port, "GET /saude HTTP/1.1\r\nHost: malote\r\n");
  const drip = setInterval(() => slow.writable && slow.write("X-A: b\r\n"), 50);
  const silent = await connect(port, "");
  expect(await text(slow).catch(() => "")).not.toContain("200 OK");
  clearInterval(drip);
  await text(silent).catch(() => "");
  expect((await get(port, "/saude")).status).toBe(200);
});
