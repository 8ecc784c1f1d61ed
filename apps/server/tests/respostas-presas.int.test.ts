import { randomBytes } from "node:crypto";
import { once } from "node:events";
import net from "node:net";
import { buffer, text } from "node:stream/consumers";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { gunzipSync, gzipSync } from "node:zlib";
import { SOAP_NAMESPACE } from "@malote/contract";
import express from "express";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ANSWERS } from "../src/doors/connections/limits.ts";
import { listenFeed } from "../src/doors/feed/listen-feed.ts";
import { createHouse } from "../src/doors/house.ts";
import { type Listening, listen } from "../src/doors/listen.ts";
import { createMedidas, type Medidas } from "../src/medidas/medidas.ts";
import { makePfx, SENHA } from "./certificado.ts";
import { type Casa, openCasa, writeCopia } from "./copias.ts";
import { createWire, enter, get, type Pessoa, type Wire } from "./wire.ts";

const MEBIBYTE = 1_048_576;
/** More than the system buffers for a connection that is not read. */
const GRANDE = 16 * MEBIBYTE;

type Cliente = { pessoa: Pessoa; token: string; notaId: string };

let wire: Wire;
let ana: Cliente;
let rui: Cliente;
/** The same application on a port whose clients have less time to read. */
let port: Listening;
let medidas: Medidas;
const sockets: net.Socket[] = [];

beforeAll(async () => {
  wire = await createWire();
  [ana, rui] = [await createCliente(), await createCliente()];
  medidas = createMedidas();
  const answers = { ...ANSWERS, stallMs: 1_000, streamStallMs: 1_000 };
  port = await listen(createHouse(wire.ctx), { host: "127.0.0.1", port: 0 }, { medidas, answers });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await port.stop();
  await wire.dispose();
});

/** A user of a separate conta with one nota of 16 MB. */
async function createCliente(): Promise<Cliente> {
  const casa: Casa = await openCasa(wire);
  const pessoa = await enter(wire, { conta: casa });
  const { object } = await pessoa.call("Usuario.setNewAPIToken", {});
  await casa.receive([writeCopia({})]);
  const xml = gzipSync(Buffer.alloc(GRANDE, "<a>malote</a>"));
  await wire.asOwner("UPDATE documento_xml SET xml_gzip = $2 WHERE conta_id = $1", [pessoa.contaId, xml]);
  return { pessoa, token: (object as { token: string }).token, notaId: (await casa.nota(1)).id };
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

async function askSoap({ token, notaId }: Cliente): Promise<net.Socket> {
  const header = `<Autenticacao xmlns="${SOAP_NAMESPACE}"><token>${token}</token></Autenticacao>`;
  const mensagem = `<GetXmlNota xmlns="${SOAP_NAMESPACE}"><id>${notaId}</id></GetXmlNota>`;
  const soap = "http://schemas.xmlsoap.org/soap/envelope/";
  const body = `<s:Envelope xmlns:s="${soap}"><s:Header>${header}</s:Header><s:Body>${mensagem}</s:Body></s:Envelope>`;
  const lines = ["POST /Services/soap/MailInvoice HTTP/1.1", "Content-Type: text/xml; charset=utf-8"];
  return await askAndIgnore(wire.server, lines, body);
}

async function measure(start: string): Promise<number> {
  const line = (await medidas.registry.metrics()).split("\n").find((each) => each.startsWith(start));
  return Number(line?.split(" ").at(-1) ?? 0);
}

test.each([
  ["of a file", ({ notaId }: Cliente) => `/Services/downloadDFe?id=${notaId}`],
  ["of REST", ({ notaId }: Cliente) => `/Services/rest/v1/notas/${notaId}/xml`],
])("an unread answer %s keeps one piece in memory, and its connection is cut", async (_name, pathOf) => {
  const before = await measure('malote_respostas_cortadas_total{porta="http",motivo="parada"}');
  const request = [`GET ${pathOf(ana)} HTTP/1.1`, `Authorization: Bearer ${ana.token}`];
  await Promise.all([askAndIgnore(port, request), askAndIgnore(port, request)]);
  await expect.poll(() => measure("malote_respostas_espera_bytes")).toBeGreaterThan(0);
  expect(await measure("malote_respostas_espera_bytes")).toBeLessThan(MEBIBYTE);
  expect((await get({ ...wire, server: port }, "/saude")).status).toBe(200);
  await expect
    .poll(() => measure('malote_respostas_cortadas_total{porta="http",motivo="parada"}'))
    .toBe(before + 2);
  expect(await measure("malote_respostas_espera_bytes")).toBe(0);
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
    expect(bytes.length).toBe(GRANDE);
    expect(plain.headers.get("content-length")).toBe(String(GRANDE));
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).equals(bytes)).toBe(true);
    expect(plain.headers.get("repr-digest")).toBe(packed.headers.get("repr-digest"));
  }
});

test("eight large gzip files per network are sent at once; the next gets 503 and Retry-After", async () => {
  const noise = gzipSync(randomBytes(GRANDE));
  await wire.asOwner("UPDATE documento_xml SET xml_gzip = $2 WHERE conta_id = $1", [
    rui.pessoa.contaId,
    noise,
  ]);
  const path = `/Services/downloadDFe?id=${rui.notaId}`;
  const request = [`GET ${path} HTTP/1.1`, `Authorization: Bearer ${rui.token}`];
  const slow = await Promise.all(Array.from({ length: 9 }, () => askAndIgnore(wire.server, request)));
  const next = async (): Promise<number> =>
    (await get(wire, path, { authorization: `Bearer ${rui.token}` })).status;
  await expect.poll(() => slow.filter(({ bytesRead }) => bytesRead > 0).length).toBe(slow.length);
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
  expect((await text(await askSoap(rui))).length).toBeGreaterThan(GRANDE);
  // A finished answer frees its slot.
  expect((await text(first)).length).toBeGreaterThan(GRANDE);
  await expect.poll(async () => (await text(await askSoap(ana))).length).toBeGreaterThan(GRANDE);
});

test("an unread answer on the feed's port is cut too", async () => {
  const pfx = makePfx({ cnpj: "11222333000181" });
  const house = express().get("/grande", (_req, res) => void res.end(Buffer.alloc(GRANDE)));
  const tls = { pfx, passphrase: SENHA };
  const measures = createMedidas();
  const feed = await listenFeed(
    house,
    { host: "127.0.0.1", port: 0, tls },
    {
      medidas: measures,
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
  expect(whole.length).toBeGreaterThan(GRANDE);
  await expect
    .poll(async () => await measures.registry.metrics())
    .toContain('malote_respostas_cortadas_total{porta="feed",motivo="parada"} 1');
  idle.destroy();
  await feed.stop();
});
