import { randomBytes } from "node:crypto";
import { once } from "node:events";
import net from "node:net";
import { buffer, text } from "node:stream/consumers";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { gunzipSync, gzipSync } from "node:zlib";
import { SOAP_NAMESPACE } from "@malote/contract";
import express from "express";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ANSWERS } from "../../src/http/connections/limits.ts";
import { createHttpApp } from "../../src/http/create-app.ts";
import { listenFeed } from "../../src/http/feed/listen-feed.ts";
import { type Listening, listen } from "../../src/http/listen.ts";
import { createMetrics, type Metrics } from "../../src/metrics/metrics.ts";
import { type ContaFixture, openContaFixture, writeCopy } from "../setup/nota-copies.ts";
import { makePfx, PFX_SENHA } from "../setup/pfx.ts";
import { createWire, get, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

const MEBIBYTE = 1_048_576;
/** More than the system buffers for a connection that is not read. */
const LARGE_BYTES = 16 * MEBIBYTE;

type ApiClient = { user: SignedInUser; token: string; notaId: string };

let wire: Wire;
let ana: ApiClient;
let rui: ApiClient;
/** The same application on a port whose clients have less time to read. */
let port: Listening;
let metrics: Metrics;
const sockets: net.Socket[] = [];

beforeAll(async () => {
  wire = await createWire();
  [ana, rui] = [await createApiClient(), await createApiClient()];
  metrics = createMetrics();
  const answers = { ...ANSWERS, stallMs: 1_000, streamStallMs: 1_000 };
  port = await listen(createHttpApp(wire.ctx), { host: "127.0.0.1", port: 0 }, { medidas: metrics, answers });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await port.stop();
  await wire.dispose();
});

/** A user of a separate conta with one nota of 16 MB. */
async function createApiClient(): Promise<ApiClient> {
  const setup: ContaFixture = await openContaFixture(wire);
  const user = await signInNewUser(wire, { conta: setup });
  const { object } = await user.call("Usuario.setNewAPIToken", {});
  await setup.receive([writeCopy({})]);
  const xml = gzipSync(Buffer.alloc(LARGE_BYTES, "<a>malote</a>"));
  await wire.asOwner("UPDATE documento_xml SET xml_gzip = $2 WHERE conta_id = $1", [user.contaId, xml]);
  return { user, token: (object as { token: string }).token, notaId: (await setup.nota(1)).id };
}

/** Sends a request and reads nothing of the answer. */
async function askAndIgnore({ port: at }: Listening, lines: string[], body = ""): Promise<net.Socket> {
  const socket = net.connect(at, "127.0.0.1");
  socket.on("error", () => {});
  sockets.push(socket);
  await once(socket, "connect");
  const head = [...lines, "Host: malote", "Connection: close", `Content-Length: ${Buffer.byteLength(body)}`];
  socket.pause().write(`${head.join("\r\n")}\r\n\r\n${body}`);
  return socket;
}

async function askSoap({ token, notaId }: ApiClient): Promise<net.Socket> {
  const header = `<Autenticacao xmlns="${SOAP_NAMESPACE}"><token>${token}</token></Autenticacao>`;
  const message = `<GetXmlNota xmlns="${SOAP_NAMESPACE}"><id>${notaId}</id></GetXmlNota>`;
  const soap = "http://schemas.xmlsoap.org/soap/envelope/";
  const body = `<s:Envelope xmlns:s="${soap}"><s:Header>${header}</s:Header><s:Body>${message}</s:Body></s:Envelope>`;
  const lines = ["POST /Services/soap/MailInvoice HTTP/1.1", "Content-Type: text/xml; charset=utf-8"];
  return await askAndIgnore(wire.server, lines, body);
}

async function readMetric(start: string): Promise<number> {
  const line = (await metrics.registry.metrics()).split("\n").find((each) => each.startsWith(start));
  return Number(line?.split(" ").at(-1) ?? 0);
}

test.each([
  ["of a file", ({ notaId }: ApiClient) => `/Services/downloadDFe?id=${notaId}`],
  ["of REST", ({ notaId }: ApiClient) => `/Services/rest/v1/notas/${notaId}/xml`],
])("an unread answer %s keeps one piece in memory, and its connection is cut", async (_name, pathOf) => {
  const before = await readMetric('malote_respostas_cortadas_total{porta="http",motivo="parada"}');
  const request = [`GET ${pathOf(ana)} HTTP/1.1`, `Authorization: Bearer ${ana.token}`];
  await Promise.all([askAndIgnore(port, request), askAndIgnore(port, request)]);
  await expect.poll(() => readMetric("malote_respostas_espera_bytes")).toBeGreaterThan(0);
  expect(await readMetric("malote_respostas_espera_bytes")).toBeLessThan(MEBIBYTE);
  expect((await get({ ...wire, server: port }, "/saude")).status).toBe(200);
  await expect
    .poll(() => readMetric('malote_respostas_cortadas_total{porta="http",motivo="parada"}'))
    .toBe(before + 2);
  expect(await readMetric("malote_respostas_espera_bytes")).toBe(0);
});

test("a file has the same content whether sent as gzip or decompressed", async () => {
  const ask = async (path: string, coding: string): Promise<Response> =>
    await get({ ...wire, server: port }, path, {
      authorization: `Bearer ${ana.token}`,
      "accept-encoding": coding,
    });
  for (const path of [
    `/Services/downloadDFe?id=${ana.notaId}`,
    `/Services/rest/v1/notas/${ana.notaId}/xml`,
  ]) {
    const [plain, packed] = [await ask(path, "identity"), await ask(path, "gzip")];
    const bytes = Buffer.from(await plain.arrayBuffer());
    expect(bytes.length).toBe(LARGE_BYTES);
    expect(plain.headers.get("content-length")).toBe(String(LARGE_BYTES));
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).equals(bytes)).toBe(true);
    expect(plain.headers.get("repr-digest")).toBe(packed.headers.get("repr-digest"));
  }
});

test("eight large gzip files per network are sent at once; the next gets 503 and Retry-After", async () => {
  const noise = gzipSync(randomBytes(LARGE_BYTES));
  await wire.asOwner("UPDATE documento_xml SET xml_gzip = $2 WHERE conta_id = $1", [rui.user.contaId, noise]);
  const path = `/Services/downloadDFe?id=${rui.notaId}`;
  const request = [`GET ${path} HTTP/1.1`, `Authorization: Bearer ${rui.token}`];
  const slow: net.Socket[] = [];
  // One after the other: a busy database refuses some of eight large files that are asked for at once.
  for (let n = 0; n < 9; n += 1) {
    const socket = await askAndIgnore(wire.server, request);
    slow.push(socket);
    await expect.poll(() => socket.bytesRead).toBeGreaterThan(0);
  }
  const next = async (): Promise<number> =>
    (await get(wire, path, { authorization: `Bearer ${rui.token}` })).status;
  expect(await next()).toBe(503);
  for (const socket of slow) socket.destroy();
  await expect.poll(next).toBe(200);
});

test("SOAP sends two large files per conta at once; the third is refused with the address of the file", async () => {
  const [first, second] = [await askSoap(ana), await askSoap(ana)];
  await expect.poll(() => [first, second].every(({ bytesRead }) => bytesRead > 0)).toBe(true);
  const third = await text(await askSoap(ana));
  expect(third).toContain("<codigo>soapSaidaOcupada</codigo>");
  expect(third).toContain(`baixe-o por /Services/rest/v1/notas/${ana.notaId}/xml`);
  expect(third).toMatch(/^Retry-After: 5\r$/m);
  expect((await text(await askSoap(rui))).length).toBeGreaterThan(LARGE_BYTES);
  // A finished answer frees its slot.
  expect((await text(first)).length).toBeGreaterThan(LARGE_BYTES);
  await expect.poll(async () => (await text(await askSoap(ana))).length).toBeGreaterThan(LARGE_BYTES);
});

test("an unread answer on the feed's port is cut too", async () => {
  const pfx = makePfx({ cnpj: "11222333000181" });
  const app = express().get("/grande", (_req, res) => void res.end(Buffer.alloc(LARGE_BYTES)));
  const tls = { pfx, passphrase: PFX_SENHA };
  const feedMetrics = createMetrics();
  const feed = await listenFeed(
    app,
    { host: "127.0.0.1", port: 0, tls },
    {
      medidas: feedMetrics,
      answers: { ...ANSWERS, stallMs: 1_000 },
    },
  );
  const ask = (): TLSSocket => {
    const socket = connectTls({ port: feed.port, host: "127.0.0.1", rejectUnauthorized: false });
    socket.on("error", () => {}).write("GET /grande HTTP/1.1\r\nHost: malote\r\nConnection: close\r\n\r\n");
    return socket;
  };
  const idle = ask().pause();
  const whole = await buffer(ask());
  expect(whole.length).toBeGreaterThan(LARGE_BYTES);
  await expect
    .poll(async () => await feedMetrics.registry.metrics())
    .toContain('malote_respostas_cortadas_total{porta="feed",motivo="parada"} 1');
  idle.destroy();
  await feed.stop();
});
