import { constants } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { DEFAULT_CIPHERS } from "node:tls";
import { HOUR_MS, MINUTE_MS } from "@malote/syntax";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { CertificadoA1 } from "./certificado/certificado.ts";
import { createSefazClient, type SefazClient, type SefazOptions } from "./client.ts";
import { ADDRESSES } from "./tables/authorizers.ts";
import { findTlsOverride, TLS_OVERRIDES } from "./tables/tls-overrides.ts";
import { chaveOf, inEnvelope, protNFe, retConsSit } from "./tests/nfe-responses.ts";
import { asA1, createAuthority, createEcnpj, createServerCertificate, DH_1024_BITS } from "./tests/pki.ts";
import { type Responder, startSefaz, type TestSefaz } from "./tests/test-sefaz.ts";
import { SefazOutage } from "./transport/outage.ts";

const root = createAuthority("AC RAIZ INVENTADA");
const intermediate = createAuthority("AC INVENTADA", root);
const otherAuthority = createAuthority("AC ALHEIA");
const serverCertificate = createServerCertificate(root);
const certificado = asA1(createEcnpj("MERCADO INVENTADO", intermediate), [intermediate]);
const chave = chaveOf(1);
const goodResponse = inEnvelope(retConsSit({ chave, inner: protNFe(chave) }));

let sefaz: TestSefaz;
const clients: SefazClient[] = [];

beforeAll(async () => {
  sefaz = await startSefaz(serverCertificate, root);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(() => sefaz.stop());

function open(options: Partial<SefazOptions> = {}): SefazClient {
  const client = createSefazClient({
    certificado,
    trustedCas: [root.certificadoPem],
    simulatorUrl: sefaz.url,
    ...options,
  });
  clients.push(client);
  return client;
}

function xml(body: string, status = 200): Responder {
  return (res) => res.writeHead(status, { "content-type": "application/soap+xml; charset=utf-8" }).end(body);
}

async function outageOf(responder: Responder, options: Partial<SefazOptions> = {}): Promise<SefazOutage> {
  sefaz.play(responder);
  return caught(open(options).consultarProtocolo(chave, "1"));
}

async function caught(pending: Promise<unknown>): Promise<SefazOutage> {
  const error: unknown = await pending.then(
    (response) => response,
    (e) => e,
  );
  if (error instanceof SefazOutage) return error;
  throw new Error("no outage", { cause: error });
}

describe("the requests and connections of the client", () => {
  test("the client sends a complete consulta to the authorizer of the key, with its own certificate", async () => {
    sefaz.play(xml(goodResponse));
    const response = await open().consultarProtocolo(chave, "1");
    expect(response).toMatchObject({
      kind: "documento",
      cStat: "100",
      protocolo: { numero: "135260000000001" },
    });
    expect(sefaz.received.at(-1)).toEqual({
      path: "/SP/55/NFeConsultaProtocolo4",
      contentType: `application/soap+xml; charset=utf-8; action="http://www.portalfiscal.inf.br/nfe/wsdl/NFeConsultaProtocolo4/nfeConsultaNF"`,
      body: expect.stringContaining(`<chNFe>${chave}</chNFe>`),
      clientName: "MERCADO INVENTADO",
    });
  });

  test("the client sends a status request to the authorizer of the UF", async () => {
    sefaz.play(
      xml(
        inEnvelope(
          "<retConsStatServ><tpAmb>2</tpAmb><cStat>107</cStat><xMotivo>x</xMotivo></retConsStatServ>",
        ),
      ),
    );
    expect(await open().statusServico({ modelo: "55", cUF: "42" }, "2")).toMatchObject({ emOperacao: true });
    expect(sefaz.received.at(-1)?.path).toBe("/SVRS/55/NFeStatusServico4");
  });

  test("the consulta of an NFC-e or of a contingency NF-e is sent where its key says", async () => {
    const [nfce, svcAn] = [chaveOf(3, { modelo: "65" }), chaveOf(4, { tpEmis: "6" })];
    const client = open();
    for (const other of [nfce, svcAn]) {
      sefaz.play(xml(inEnvelope(retConsSit({ chave: other }))));
      await client.consultarProtocolo(other, "1");
    }
    expect(sefaz.received.slice(-2).map((one) => one.path)).toEqual([
      "/SP/65/NFeConsultaProtocolo4",
      "/SVC-AN/55/NFeConsultaProtocolo4",
    ]);
  });

  test("the client reuses the kept connection", async () => {
    sefaz.play(xml(goodResponse));
    const before = sefaz.connections;
    const client = open();
    for (let i = 0; i < 5; i++) await client.consultarProtocolo(chave, "1");
    expect(sefaz.connections - before).toBe(1);
  });

  test("the client leaves no timer that keeps the process alive", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((recurso) => recurso === "Timeout").length;
    sefaz.play(xml(goodResponse));
    const before = timers();
    const client = open();
    for (let i = 0; i < 20; i++) await client.consultarProtocolo(chave, "1");
    expect(timers() - before, "20 if each request left its own; the runner has a few").toBeLessThan(10);
  });

  test("the client opens one new connection when the server has closed the kept one", async () => {
    sefaz.play(xml(goodResponse));
    const client = open();
    await client.consultarProtocolo(chave, "1");
    const arrived = sefaz.received.length;
    const pending = client.consultarProtocolo(chave, "1");
    sefaz.dropIdle();
    expect((await pending).cStat).toBe("100");
    expect(sefaz.received.length - arrived).toBe(1);
  });

  const cut: Responder = (res) => res.socket?.destroy();

  test("a consulta is sent at most twice when the kept connection is cut after the request arrived", async () => {
    sefaz.play(xml(goodResponse));
    const client = open();
    await client.consultarProtocolo(chave, "1");
    const arrived = sefaz.received.length;
    sefaz.play(cut);
    expect((await caught(client.consultarProtocolo(chave, "1"))).causa).toBe("interrompida");
    expect(sefaz.received.length - arrived).toBe(2);
  });

  test.each([
    [
      "a page of the distribuição",
      (client: SefazClient) =>
        client.distribuirDFe({
          ...{ distribuidor: "NFe", ambiente: "1", cUFAutor: "35", interessado: "11222333000181" },
          by: { kind: "ultimo", ultNSU: "0" },
        }),
    ],
    [
      "an evento",
      (client: SefazClient) =>
        client.enviarEvento({
          chave,
          ambiente: "1",
          tpEvento: "210210",
          nSeqEvento: 1,
          xml: Buffer.from("<evento/>"),
        }),
    ],
  ] as const)("the client never repeats %s by itself", async (_name, ask) => {
    sefaz.play(xml(goodResponse));
    const client = open();
    await caught(ask(client));
    const arrived = sefaz.received.length;
    sefaz.play(cut);
    expect((await caught(ask(client))).causa).toBe("interrompida");
    expect(sefaz.received.length - arrived).toBe(1);
  });

  test("the client answers a request in flight after retire(), and accepts further requests", async () => {
    sefaz.play(xml(goodResponse));
    const client = open();
    await client.consultarProtocolo(chave, "1");
    const arrived = sefaz.received.length;
    let answer = (): void => {};
    const asked = new Promise<void>((resolve) => {
      sefaz.play((...responder) => {
        answer = () => xml(goodResponse)(...responder);
        resolve();
      });
    });
    const pending = client.consultarProtocolo(chave, "1");
    await asked;
    client.retire();
    answer();
    expect((await pending).cStat).toBe("100");
    expect(sefaz.received.length - arrived).toBe(1);
    sefaz.play(xml(goodResponse));
    expect((await client.consultarProtocolo(chave, "1")).cStat).toBe("100");
  });

  test("nothing is sent for a modelo without authorizer, nor for an invalid key", async () => {
    await expect(open().consultarProtocolo(chaveOf(1, { modelo: "62" }), "1")).rejects.toThrow(RangeError);
    await expect(open().consultarProtocolo(`${chave}0`, "1")).rejects.toThrow("not an access key");
  });
});

describe("a failure of the TLS handshake", () => {
  test.each<[string, Partial<CertificadoA1>]>([
    ["without our certificate", { chavePem: undefined, certificadoPem: "", cadeiaPem: [] }],
    ["without the intermediate of our certificate", { cadeiaPem: [] }],
    ["with a certificate of another authority", asA1(createEcnpj("OUTRO INVENTADO", otherAuthority))],
  ])("the handshake fails %s", async (_case, change) => {
    const outage = await outageOf(xml(goodResponse), { certificado: { ...certificado, ...change } });
    expect(["certificado", "interrompida"]).toContain(outage.causa);
  });

  test.each(["TLSv1.2", "TLSv1.3"] as const)(
    "the handshake fails with a certificate that the server does not trust, in %s",
    async (maxVersion) => {
      const other = await startSefaz(serverCertificate, otherAuthority, { maxVersion });
      const outage = await outageOf(xml(goodResponse), { simulatorUrl: other.url });
      await other.stop();
      expect(["certificado", "interrompida"]).toContain(outage.causa);
    },
  );

  test("the handshake fails when the server's authority is not trusted", async () => {
    expect((await outageOf(xml(goodResponse), { trustedCas: [] })).causa).toBe("tls");
  });

  test("the handshake fails when the server's certificate has another name", async () => {
    const other = await startSefaz(createEcnpj("OUTRO INVENTADO", root), root);
    const outage = await outageOf(xml(goodResponse), { simulatorUrl: other.url });
    await other.stop();
    expect(outage).toMatchObject({ causa: "tls", retryAfterMs: 15 * MINUTE_MS });
  });

  test("the handshake fails below TLS 1.2, whatever the override of the host says", async () => {
    const ciphers = "DEFAULT@SECLEVEL=0";
    const other = await startSefaz(serverCertificate, root, {
      minVersion: "TLSv1.1",
      maxVersion: "TLSv1.1",
      ciphers,
    });
    const outage = await outageOf(xml(goodResponse), {
      simulatorUrl: other.url,
      tlsOverride: () => ({ ciphers }),
    });
    await other.stop();
    expect(outage.causa).toBe("tls");
  });

  test("the handshake with an old host fails, unless its override allows its cipher", async () => {
    const ciphers = "CAMELLIA256-SHA";
    const oldHost = await startSefaz(serverCertificate, root, { maxVersion: "TLSv1.2", ciphers });
    oldHost.play(xml(goodResponse));
    expect((await outageOf(xml(goodResponse), { simulatorUrl: oldHost.url })).causa).toBe("tls");
    const tlsOverride = (host: string) =>
      host === "127.0.0.1" ? { ciphers, secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT } : undefined;
    const response = await open({ simulatorUrl: oldHost.url, tlsOverride }).consultarProtocolo(chave, "1");
    await oldHost.stop();
    expect(response.cStat).toBe("100");
  });

  test("the handshake with a 1024-bit DH needs an override from the table, and a trusted authority", async () => {
    const dh = {
      maxVersion: "TLSv1.2",
      ciphers: "DHE-RSA-AES256-GCM-SHA384@SECLEVEL=0",
      dhparam: DH_1024_BITS,
    } as const;
    const oldHost = await startSefaz(serverCertificate, root, dh);
    oldHost.play(xml(goodResponse));
    const simulatorUrl = oldHost.url;
    const strict = () => ({ ciphers: `${DEFAULT_CIPHERS}:@SECLEVEL=2` });
    const fromTable = () => findTlsOverride("nfe.sefaz.go.gov.br");
    expect((await outageOf(xml(goodResponse), { simulatorUrl, tlsOverride: strict })).causa).toBe("tls");
    expect(
      (await outageOf(xml(goodResponse), { simulatorUrl, tlsOverride: fromTable, trustedCas: [] })).causa,
    ).toBe("tls");
    const response = await open({ simulatorUrl, tlsOverride: fromTable }).consultarProtocolo(chave, "1");
    await oldHost.stop();
    expect(response.cStat).toBe("100");
  });

  test("every host in the table of overrides is the host of an endpoint", () => {
    const hosts = Object.values(ADDRESSES)
      .flatMap((autorizadores) => Object.values(autorizadores))
      .flatMap((ambientes) => Object.values(ambientes))
      .flatMap((servicos) => Object.values(servicos))
      .map((url) => new URL(url).hostname);
    for (const host of TLS_OVERRIDES.keys()) expect(hosts).toContain(host);
  });
});

describe("a failure of the connection", () => {
  test("the connection fails for a name that does not exist", async () => {
    expect((await outageOf(xml(goodResponse), { simulatorUrl: "https://sefaz.invalid" })).causa).toBe("dns");
  });

  test("the connection fails for a port where nothing listens", async () => {
    expect(
      (await outageOf(xml(goodResponse), { simulatorUrl: `https://127.0.0.1:${await freePort()}` })).causa,
    ).toBe("recusada");
  });

  const cuts: [string, Responder][] = [
    ["reset before the answer", (res) => res.socket?.destroy()],
    ["reset in the middle of the headers", (res) => res.socket?.end("HTTP/1.1 200 OK\r\nContent-")],
    [
      "body shorter than announced",
      (res) =>
        res.writeHead(200, { "content-length": 9_999 }).write(goodResponse, () => res.socket?.destroy()),
    ],
    [
      "chunked body without an end",
      (res) => res.writeHead(200).write(goodResponse, () => res.socket?.destroy()),
    ],
  ];
  test.each(cuts)("the connection is cut: %s", async (_case, responder) => {
    expect(await outageOf(responder)).toMatchObject({ causa: "interrompida", retryAfterMs: 30_000 });
  });

  const slow: [string, Responder][] = [
    ["no answer", () => undefined],
    ["headers and no body", (res) => res.writeHead(200).flushHeaders()],
    [
      "a body that stops",
      (res) => res.writeHead(200, { "content-length": 9_999 }).write(goodResponse.slice(0, 50)),
    ],
    ["a body that drips", (res) => drip(res.writeHead(200, { "content-length": 9_999 }))],
  ];
  test.each(slow)(
    "the request fails when all of it takes longer than its timeout: %s",
    async (_case, responder) => {
      const before = Date.now();
      expect((await outageOf(responder, { timeoutMs: 250 })).causa).toBe("tempo");
      // The default would be half a minute.
      expect(Date.now() - before).toBeLessThan(20_000);
    },
  );

  test("the request fails when the server accepts and never starts the handshake", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
    const outage = await outageOf(xml(goodResponse), {
      simulatorUrl: urlOf(silent.address()),
      timeoutMs: 250,
    });
    silent.close();
    expect(outage.causa).toBe("tempo");
  });

  test("the request fails when the client is closed", async () => {
    sefaz.play(() => undefined);
    const client = open();
    const outage = caught(client.consultarProtocolo(chave, "1"));
    await setTimeout(100);
    client.close();
    expect((await outage).causa).toBe("interrompida");
  });
});

describe("a response that is an outage", () => {
  const html = "<html><body>Service Unavailable</body></html>";
  const fault = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><s:Fault><s:Reason><s:Text>manutencao</s:Text></s:Reason></s:Fault></s:Body></s:Envelope>`;

  test.each<[string, Responder, string, number]>([
    ["403", xml("", 403), "http: HTTP 403", 300_000],
    ["404 with the right answer in it", xml(goodResponse, 404), "http: HTTP 404", 300_000],
    ["500 with HTML", xml(html, 500), "http: HTTP 500", 300_000],
    [
      "a redirect, which is not followed",
      (res) => res.writeHead(302, { location: "/outro" }).end(),
      "http: HTTP 302",
      300_000,
    ],
    [
      "503 with Retry-After",
      (res) => res.writeHead(503, { "retry-after": "120" }).end(),
      "http: HTTP 503",
      120_000,
    ],
    [
      "503 with a Retry-After of one year",
      (res) => res.writeHead(503, { "retry-after": "31536000" }).end(),
      "http: HTTP 503",
      HOUR_MS,
    ],
    ["a Fault under 500", xml(fault, 500), "soap-fault: HTTP 500 manutencao", 300_000],
    ["a Fault under 200", xml(fault), "soap-fault: manutencao", 300_000],
    ["200 with HTML", xml(html), "resposta-ilegivel: no retConsSitNFe in the envelope", 300_000],
    [
      "a DOCTYPE",
      xml(`<!DOCTYPE a>${goodResponse.replace(/<\?.*?\?>/, "")}`),
      "resposta-ilegivel: DOCTYPE or ENTITY",
      300_000,
    ],
    [
      "a body cut short, of the announced length",
      xml(goodResponse.slice(0, -40)),
      "resposta-ilegivel: ",
      300_000,
    ],
    [
      "Latin-1 declared as UTF-8",
      (res) => res.end(Buffer.from(goodResponse.replace("Autorizado", "Autorização"), "latin1")),
      "resposta-ilegivel: not utf-8",
      300_000,
    ],
    [
      "no HTTP at all",
      (res) => res.socket?.end("220 bom dia\r\n\r\n"),
      "resposta-ilegivel: 127.0.0.1",
      300_000,
    ],
    [
      "more than 4 MB",
      (res) => res.write(Buffer.alloc(4 * 1024 * 1024 + 1, "x")),
      "resposta-grande-demais: ",
      HOUR_MS,
    ],
    [
      "about another key",
      xml(inEnvelope(retConsSit({ chave: chaveOf(2) }))),
      "resposta-de-outra-chave: ",
      300_000,
    ],
  ])("the response is an outage: %s", async (_case, responder, prefix, retryAfterMs) => {
    const outage = await outageOf(responder);
    expect(outage.message.slice(0, prefix.length)).toBe(prefix);
    expect(outage.retryAfterMs).toBe(retryAfterMs);
  });

  test("the request after an outage succeeds all the same", async () => {
    const client = open();
    sefaz.play(xml(html, 500));
    await caught(client.consultarProtocolo(chave, "1"));
    sefaz.play(xml(goodResponse));
    expect((await client.consultarProtocolo(chave, "1")).cStat).toBe("100");
  });
});

function drip(res: import("node:http").ServerResponse): void {
  const timer = setInterval(() => res.write("<"), 50);
  res.on("close", () => clearInterval(timer));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((done) => server.close(() => done()));
  return port;
}

function urlOf(address: AddressInfo | string | null): string {
  return `https://127.0.0.1:${(address as AddressInfo).port}`;
}
