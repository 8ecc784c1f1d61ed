import { constants } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { DEFAULT_CIPHERS } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { CertificadoA1 } from "./certificado.ts";
import { createSefazClient, type SefazClient, type SefazOpcoes } from "./client.ts";
import { SefazOutage } from "./outage.ts";
import { AJUSTES_TLS, findAjusteTls } from "./tables/ajustes-tls.ts";
import { ENDERECOS } from "./tables/endpoints.ts";
import { asA1, createAutoridade, createEcnpj, createServidor, DH_DE_1024 } from "./tests/pki.ts";
import { chaveOf, inEnvelope, protNFe, retConsSit } from "./tests/respostas.ts";
import { type Papel, type SefazDeTeste, startSefaz } from "./tests/sefaz.ts";

const raiz = createAutoridade("AC RAIZ INVENTADA");
const intermediaria = createAutoridade("AC INVENTADA", raiz);
const alheia = createAutoridade("AC ALHEIA");
const servidor = createServidor(raiz);
const certificado = asA1(createEcnpj("MERCADO INVENTADO", intermediaria), [intermediaria]);
const chave = chaveOf(1);
const boa = inEnvelope(retConsSit({ chave, dentro: protNFe(chave) }));

let sefaz: SefazDeTeste;
const clientes: SefazClient[] = [];

beforeAll(async () => {
  sefaz = await startSefaz(servidor, raiz);
});
afterEach(() => {
  for (const cliente of clientes.splice(0)) cliente.close();
});
afterAll(() => sefaz.stop());

function open(opcoes: Partial<SefazOpcoes> = {}): SefazClient {
  const cliente = createSefazClient({
    certificado,
    ancoras: [raiz.certificadoPem],
    simulador: sefaz.url,
    ...opcoes,
  });
  clientes.push(cliente);
  return cliente;
}

function xml(corpo: string, status = 200): Papel {
  return (res) => res.writeHead(status, { "content-type": "application/soap+xml; charset=utf-8" }).end(corpo);
}

async function outageOf(papel: Papel, opcoes: Partial<SefazOpcoes> = {}): Promise<SefazOutage> {
  sefaz.play(papel);
  return caught(open(opcoes).consultarProtocolo(chave, "1"));
}

async function caught(pergunta: Promise<unknown>): Promise<SefazOutage> {
  const erro: unknown = await pergunta.then(
    (resposta) => resposta,
    (e) => e,
  );
  if (erro instanceof SefazOutage) return erro;
  throw new Error("no outage", { cause: erro });
}

describe("a question", () => {
  test("arrives whole at the authorizer of the key, signed in by our certificate", async () => {
    sefaz.play(xml(boa));
    const resposta = await open().consultarProtocolo(chave, "1");
    expect(resposta).toMatchObject({
      kind: "documento",
      cStat: "100",
      protocolo: { numero: "135260000000001" },
    });
    expect(sefaz.chegadas.at(-1)).toEqual({
      path: "/SP/55/NFeConsultaProtocolo4",
      contentType: `application/soap+xml; charset=utf-8; action="http://www.portalfiscal.inf.br/nfe/wsdl/NFeConsultaProtocolo4/nfeConsultaNF"`,
      corpo: expect.stringContaining(`<chNFe>${chave}</chNFe>`),
      cliente: "MERCADO INVENTADO",
    });
  });

  test("about the service goes to the UF's own authorizer", async () => {
    sefaz.play(
      xml(
        inEnvelope(
          "<retConsStatServ><tpAmb>2</tpAmb><cStat>107</cStat><xMotivo>x</xMotivo></retConsStatServ>",
        ),
      ),
    );
    expect(await open().statusServico({ modelo: "55", cUF: "42" }, "2")).toMatchObject({ emOperacao: true });
    expect(sefaz.chegadas.at(-1)?.path).toBe("/SVRS/55/NFeStatusServico4");
  });

  test("about a NFC-e or a NF-e in contingency goes where its key says", async () => {
    const [nfce, svcAn] = [chaveOf(3, { modelo: "65" }), chaveOf(4, { tpEmis: "6" })];
    const cliente = open();
    for (const outra of [nfce, svcAn]) {
      sefaz.play(xml(inEnvelope(retConsSit({ chave: outra }))));
      await cliente.consultarProtocolo(outra, "1");
    }
    expect(sefaz.chegadas.slice(-2).map((uma) => uma.path)).toEqual([
      "/SP/65/NFeConsultaProtocolo4",
      "/SVC-AN/55/NFeConsultaProtocolo4",
    ]);
  });

  test("takes the connection of the one before", async () => {
    sefaz.play(xml(boa));
    const antes = sefaz.conexoes;
    const cliente = open();
    for (let i = 0; i < 5; i++) await cliente.consultarProtocolo(chave, "1");
    expect(sefaz.conexoes - antes).toBe(1);
  });

  test("leaves no timer behind that would keep the process waiting", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((recurso) => recurso === "Timeout").length;
    sefaz.play(xml(boa));
    const antes = timers();
    const cliente = open();
    for (let i = 0; i < 20; i++) await cliente.consultarProtocolo(chave, "1");
    expect(timers() - antes, "20 if each question left its own; the runner has a few").toBeLessThan(10);
  });

  test("takes a new connection, once, when the server has closed the kept one", async () => {
    sefaz.play(xml(boa));
    const cliente = open();
    await cliente.consultarProtocolo(chave, "1");
    const arrived = sefaz.chegadas.length;
    const pergunta = cliente.consultarProtocolo(chave, "1");
    sefaz.dropIdle();
    expect((await pergunta).cStat).toBe("100");
    expect(sefaz.chegadas.length - arrived).toBe(1);
  });

  const cut: Papel = (res) => res.socket?.destroy();

  test("is put once more, and no third time, when the kept connection is cut after it arrived", async () => {
    sefaz.play(xml(boa));
    const cliente = open();
    await cliente.consultarProtocolo(chave, "1");
    const arrived = sefaz.chegadas.length;
    sefaz.play(cut);
    expect((await caught(cliente.consultarProtocolo(chave, "1"))).causa).toBe("interrompida");
    expect(sefaz.chegadas.length - arrived).toBe(2);
  });

  test.each([
    [
      "a page of the queue",
      (cliente: SefazClient) =>
        cliente.distribuirDFe({
          ...{ distribuidor: "NFe", ambiente: "1", cUFAutor: "35", interessado: "11222333000181" },
          por: { kind: "ultimo", ultNSU: "0" },
        }),
    ],
    [
      "an evento",
      (cliente: SefazClient) =>
        cliente.enviarEvento({
          chave,
          ambiente: "1",
          tpEvento: "210210",
          nSeqEvento: 1,
          xml: Buffer.from("<evento/>"),
        }),
    ],
  ] as const)("is never sent twice by itself when it is %s", async (_nome, ask) => {
    sefaz.play(xml(boa));
    const cliente = open();
    await caught(ask(cliente));
    const arrived = sefaz.chegadas.length;
    sefaz.play(cut);
    expect((await caught(ask(cliente))).causa).toBe("interrompida");
    expect(sefaz.chegadas.length - arrived).toBe(1);
  });

  test("is answered by a client that retired meanwhile, which may be asked again", async () => {
    sefaz.play(xml(boa));
    const cliente = open();
    await cliente.consultarProtocolo(chave, "1");
    const arrived = sefaz.chegadas.length;
    let answer = (): void => {};
    const asked = new Promise<void>((resolve) => {
      sefaz.play((...papel) => {
        answer = () => xml(boa)(...papel);
        resolve();
      });
    });
    const pergunta = cliente.consultarProtocolo(chave, "1");
    await asked;
    cliente.retire();
    answer();
    expect((await pergunta).cStat).toBe("100");
    expect(sefaz.chegadas.length - arrived).toBe(1);
    sefaz.play(xml(boa));
    expect((await cliente.consultarProtocolo(chave, "1")).cStat).toBe("100");
  });

  test("about a modelo that nobody answers for is not sent, nor is a wrong key", async () => {
    await expect(open().consultarProtocolo(chaveOf(1, { modelo: "62" }), "1")).rejects.toThrow(RangeError);
    await expect(open().consultarProtocolo(`${chave}0`, "1")).rejects.toThrow("not an access key");
  });
});

describe("the handshake fails", () => {
  test.each<[string, Partial<CertificadoA1>]>([
    ["without our certificate", { chavePem: undefined, certificadoPem: "", cadeiaPem: [] }],
    ["without the intermediate of our certificate", { cadeiaPem: [] }],
    ["with a certificate of another authority", asA1(createEcnpj("OUTRO INVENTADO", alheia))],
  ])("%s", async (_caso, troca) => {
    const outage = await outageOf(xml(boa), { certificado: { ...certificado, ...troca } });
    expect(["certificado", "interrompida"]).toContain(outage.causa);
  });

  test.each(["TLSv1.2", "TLSv1.3"] as const)("in %s", async (maxVersion) => {
    const outro = await startSefaz(servidor, alheia, { maxVersion });
    const outage = await outageOf(xml(boa), { simulador: outro.url });
    await outro.stop();
    expect(["certificado", "interrompida"]).toContain(outage.causa);
  });

  test("when the server's authority is not ours", async () => {
    expect((await outageOf(xml(boa), { ancoras: [] })).causa).toBe("tls");
  });

  test("when the server's certificate has another name", async () => {
    const outro = await startSefaz(createEcnpj("OUTRO INVENTADO", raiz), raiz);
    const outage = await outageOf(xml(boa), { simulador: outro.url });
    await outro.stop();
    expect(outage).toMatchObject({ causa: "tls", retryAfterMs: 900_000 });
  });

  test("below TLS 1.2, whatever the host's own option says", async () => {
    const ciphers = "DEFAULT@SECLEVEL=0";
    const outro = await startSefaz(servidor, raiz, { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers });
    const outage = await outageOf(xml(boa), { simulador: outro.url, ajusteTls: () => ({ ciphers }) });
    await outro.stop();
    expect(outage.causa).toBe("tls");
  });

  test("with an old host, unless its own option says what it needs", async () => {
    const ciphers = "CAMELLIA256-SHA";
    const antigo = await startSefaz(servidor, raiz, { maxVersion: "TLSv1.2", ciphers });
    antigo.play(xml(boa));
    expect((await outageOf(xml(boa), { simulador: antigo.url })).causa).toBe("tls");
    const ajusteTls = (host: string) =>
      host === "127.0.0.1" ? { ciphers, secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT } : undefined;
    const resposta = await open({ simulador: antigo.url, ajusteTls }).consultarProtocolo(chave, "1");
    await antigo.stop();
    expect(resposta.cStat).toBe("100");
  });

  test("with a host of a small DH, unless the table says so of it; and then its authority is looked at all the same", async () => {
    const dh = {
      maxVersion: "TLSv1.2",
      ciphers: "DHE-RSA-AES256-GCM-SHA384@SECLEVEL=0",
      dhparam: DH_DE_1024,
    } as const;
    const antigo = await startSefaz(servidor, raiz, dh);
    antigo.play(xml(boa));
    const simulador = antigo.url;
    const exigente = () => ({ ciphers: `${DEFAULT_CIPHERS}:@SECLEVEL=2` });
    const daTabela = () => findAjusteTls("nfe.sefaz.go.gov.br");
    expect((await outageOf(xml(boa), { simulador, ajusteTls: exigente })).causa).toBe("tls");
    expect((await outageOf(xml(boa), { simulador, ajusteTls: daTabela, ancoras: [] })).causa).toBe("tls");
    const resposta = await open({ simulador, ajusteTls: daTabela }).consultarProtocolo(chave, "1");
    await antigo.stop();
    expect(resposta.cStat).toBe("100");
  });

  test("every host of the table of adjustments is one that is asked", () => {
    const hosts = Object.values(ENDERECOS)
      .flatMap((autorizadores) => Object.values(autorizadores))
      .flatMap((ambientes) => Object.values(ambientes))
      .flatMap((servicos) => Object.values(servicos))
      .map((url) => new URL(url).hostname);
    for (const host of AJUSTES_TLS.keys()) expect(hosts).toContain(host);
  });
});

describe("the connection fails", () => {
  test("for a name that does not exist", async () => {
    expect((await outageOf(xml(boa), { simulador: "https://sefaz.invalid" })).causa).toBe("dns");
  });

  test("for a port where nobody listens", async () => {
    expect((await outageOf(xml(boa), { simulador: `https://127.0.0.1:${await freePort()}` })).causa).toBe(
      "recusada",
    );
  });

  const cortes: [string, Papel][] = [
    ["reset before the answer", (res) => res.socket?.destroy()],
    ["reset in the middle of the headers", (res) => res.socket?.end("HTTP/1.1 200 OK\r\nContent-")],
    [
      "body shorter than announced",
      (res) => res.writeHead(200, { "content-length": 9_999 }).write(boa, () => res.socket?.destroy()),
    ],
    ["chunked body without an end", (res) => res.writeHead(200).write(boa, () => res.socket?.destroy())],
  ];
  test.each(cortes)("%s", async (_caso, papel) => {
    expect(await outageOf(papel)).toMatchObject({ causa: "interrompida", retryAfterMs: 30_000 });
  });

  const lentos: [string, Papel][] = [
    ["no answer", () => undefined],
    ["headers and no body", (res) => res.writeHead(200).flushHeaders()],
    ["a body that stops", (res) => res.writeHead(200, { "content-length": 9_999 }).write(boa.slice(0, 50))],
    ["a body that drips", (res) => drip(res.writeHead(200, { "content-length": 9_999 }))],
  ];
  test.each(lentos)("for taking longer than the whole question may: %s", async (_caso, papel) => {
    const antes = Date.now();
    expect((await outageOf(papel, { timeoutMs: 250 })).causa).toBe("tempo");
    expect(Date.now() - antes).toBeLessThan(5_000);
  });

  test("for a server that accepts and says nothing, not even the handshake", async () => {
    const mudo = createServer(() => undefined);
    await new Promise<void>((pronto) => mudo.listen(0, "127.0.0.1", pronto));
    const outage = await outageOf(xml(boa), { simulador: urlOf(mudo.address()), timeoutMs: 250 });
    mudo.close();
    expect(outage.causa).toBe("tempo");
  });

  test("for a client that was closed", async () => {
    sefaz.play(() => undefined);
    const cliente = open();
    const outage = caught(cliente.consultarProtocolo(chave, "1"));
    await setTimeout(100);
    cliente.close();
    expect((await outage).causa).toBe("interrompida");
  });
});

describe("the answer is none", () => {
  const html = "<html><body>Service Unavailable</body></html>";
  const fault = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><s:Fault><s:Reason><s:Text>manutencao</s:Text></s:Reason></s:Fault></s:Body></s:Envelope>`;

  test.each<[string, Papel, string, number]>([
    ["403", xml("", 403), "http: HTTP 403", 300_000],
    ["404 with the right answer in it", xml(boa, 404), "http: HTTP 404", 300_000],
    ["500 with HTML", xml(html, 500), "http: HTTP 500", 300_000],
    [
      "a redirect, which is not followed",
      (res) => res.writeHead(302, { location: "/outro" }).end(),
      "http: HTTP 302",
      300_000,
    ],
    [
      "503 that says when",
      (res) => res.writeHead(503, { "retry-after": "120" }).end(),
      "http: HTTP 503",
      120_000,
    ],
    [
      "503 that says next year",
      (res) => res.writeHead(503, { "retry-after": "31536000" }).end(),
      "http: HTTP 503",
      3_600_000,
    ],
    ["a Fault under 500", xml(fault, 500), "soap-fault: HTTP 500 manutencao", 300_000],
    ["a Fault under 200", xml(fault), "soap-fault: manutencao", 300_000],
    ["200 with HTML", xml(html), "resposta-ilegivel: no retConsSitNFe in the envelope", 300_000],
    [
      "a DOCTYPE",
      xml(`<!DOCTYPE a>${boa.replace(/<\?.*?\?>/, "")}`),
      "resposta-ilegivel: DOCTYPE or ENTITY",
      300_000,
    ],
    ["a body cut short and announced so", xml(boa.slice(0, -40)), "resposta-ilegivel: ", 300_000],
    [
      "Latin-1 that says UTF-8",
      (res) => res.end(Buffer.from(boa.replace("Autorizado", "Autorização"), "latin1")),
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
      3_600_000,
    ],
    [
      "about another key",
      xml(inEnvelope(retConsSit({ chave: chaveOf(2) }))),
      "resposta-de-outra-chave: ",
      300_000,
    ],
  ])("%s", async (_caso, papel, inicio, retryAfterMs) => {
    const outage = await outageOf(papel);
    expect(outage.message.slice(0, inicio.length)).toBe(inicio);
    expect(outage.retryAfterMs).toBe(retryAfterMs);
  });

  test("and the next question is heard all the same", async () => {
    const cliente = open();
    sefaz.play(xml(html, 500));
    await caught(cliente.consultarProtocolo(chave, "1"));
    sefaz.play(xml(boa));
    expect((await cliente.consultarProtocolo(chave, "1")).cStat).toBe("100");
  });
});

function drip(res: import("node:http").ServerResponse): void {
  const gota = setInterval(() => res.write("<"), 50);
  res.on("close", () => clearInterval(gota));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((pronto) => server.listen(0, "127.0.0.1", pronto));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((fim) => server.close(() => fim()));
  return port;
}

function urlOf(endereco: AddressInfo | string | null): string {
  return `https://127.0.0.1:${(endereco as AddressInfo).port}`;
}
