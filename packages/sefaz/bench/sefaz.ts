// Measures consultas per second of this client and of node-soap, both over mutual TLS with kept
// connections. The server is a separate process that sends prepared bytes.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer } from "node:tls";
import { ClientSSLSecurity, createClientAsync } from "soap";
import { createSefazClient } from "../src/client.ts";
import { chaveOf, inEnvelope, procEvento, protNFe, retConsSit } from "../src/tests/nfe-responses.ts";
import {
  asA1,
  createAuthority,
  createEcnpj,
  createServerCertificate,
  type IssuedCertificate,
} from "../src/tests/pki.ts";

const ROUNDS = 7;
const ROUND_MS = 1_500;
const WARMUP_MS = 1_000;
/** Requests in flight per client: the number of connections that this client keeps per host. */
const IN_FLIGHT = 8;

const NS = "http://www.portalfiscal.inf.br/nfe/wsdl/NFeConsultaProtocolo4";
const chave = chaveOf(1);
const RESPONSES = {
  "/autorizada": inEnvelope(retConsSit({ chave, inner: protNFe(chave) })),
  "/cancelada": inEnvelope(retConsSit({ chave, cStat: "101", inner: protNFe(chave) + procEvento(chave) })),
} as const;
type Case = keyof typeof RESPONSES;
const HTTP_RESPONSES = {
  "/autorizada": toHttp(RESPONSES["/autorizada"]),
  "/cancelada": toHttp(RESPONSES["/cancelada"]),
};

type Pki = { servidor: IssuedCertificate; raiz: IssuedCertificate };
type Contender = { ask: () => Promise<unknown>; close: () => void };
type Throughput = { perSecond: number; perCpuSecond: number };

if (process.argv[2] === "servidor") serve();
else await measure();

/** The server process demands a certificate and sends prepared bytes, with as little HTTP as possible, so
 * that it is not what is measured. */
function serve(): void {
  process.once("message", ({ servidor, raiz }: Pki) => {
    const tls = { key: servidor.chavePem, cert: servidor.certificadoPem, ca: raiz.certificadoPem };
    const server = createServer({ ...tls, requestCert: true, rejectUnauthorized: true }, (socket) => {
      let received: Buffer = Buffer.alloc(0);
      socket.on("data", (chunk) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        const testCase = caseOf(received);
        if (!testCase) return;
        received = Buffer.alloc(0);
        socket.write(HTTP_RESPONSES[testCase]);
      });
      socket.on("error", () => socket.destroy());
    });
    server.listen(0, "127.0.0.1", () => process.send?.({ porta: (server.address() as AddressInfo).port }));
  });
}

/** The prepared response for a request; null while the request is incomplete. */
function caseOf(received: Buffer): Case | null {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const header = received.toString("latin1", 0, end);
  const size = Number(/content-length: ([0-9]+)/i.exec(header)?.[1]);
  if (received.length < end + 4 + size) return null;
  return header.startsWith("POST /cancelada") ? "/cancelada" : "/autorizada";
}

function toHttp(xml: string): Buffer {
  const body = Buffer.from(xml);
  const header =
    `HTTP/1.1 200 OK\r\ncontent-type: application/soap+xml; charset=utf-8\r\n` +
    `content-length: ${body.length}\r\nconnection: keep-alive\r\n\r\n`;
  return Buffer.concat([Buffer.from(header), body]);
}

async function measure(): Promise<void> {
  const raiz = createAuthority("AC RAIZ INVENTADA");
  const empresa = createEcnpj("MERCADO INVENTADO", raiz);
  const { child, url } = await startServer({ servidor: createServerCertificate(raiz), raiz });
  try {
    for (const testCase of Object.keys(RESPONSES) as Case[]) await race(testCase, { url, raiz, empresa });
  } finally {
    child.kill();
    process.disconnect?.();
  }
}

async function startServer(pki: Pki): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(import.meta.filename, ["servidor"]);
  child.send(pki);
  const [{ porta }] = (await once(child, "message")) as [{ porta: number }];
  return { child, url: `https://127.0.0.1:${porta}` };
}

type World = { url: string; raiz: IssuedCertificate; empresa: IssuedCertificate };

/** Both run in turns, so that other load on the machine affects both; the best round of each counts. */
async function race(testCase: Case, mundo: World): Promise<void> {
  const contenders = [openOurs(testCase, mundo), await openNodeSoap(testCase, mundo)];
  const best: Throughput[] = contenders.map(() => ({ perSecond: 0, perCpuSecond: 0 }));
  for (const { ask } of contenders) await runFor(WARMUP_MS, ask);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, { ask }] of contenders.entries()) {
      const throughput = await runFor(ROUND_MS, ask);
      const record = best[i];
      if (!record) continue;
      record.perSecond = Math.max(record.perSecond, throughput.perSecond);
      record.perCpuSecond = Math.max(record.perCpuSecond, throughput.perCpuSecond);
    }
  }
  for (const { close } of contenders) close();
  const [ours, theirs] = best as [Throughput, Throughput];
  const name = `consulta de NF-e ${testCase.slice(1)}`;
  const reference = "node-soap 1.13.0";
  report(name, "consultas/s", ours.perSecond, { nome: reference, valor: theirs.perSecond });
  report(`${name}, por segundo de processador do cliente`, "consultas/s", ours.perCpuSecond, {
    nome: reference,
    valor: theirs.perCpuSecond,
  });
}

function openOurs(testCase: Case, { url, raiz, empresa }: World): Contender {
  const client = createSefazClient({
    certificado: asA1(empresa),
    trustedCas: [raiz.certificadoPem],
    simulatorUrl: url + testCase,
  });
  return {
    ask: async () => {
      const response = await client.consultarProtocolo(chave, "1");
      if (response.kind !== "documento") throw new Error("an answer was not understood");
    },
    close: () => client.close(),
  };
}

/** node-soap as in its README, with an agent like ours: as many connections, kept alive, trusting the same
 * root. The WSDL written here has what it needs to send one payload and parse the response. */
async function openNodeSoap(testCase: Case, { url, raiz, empresa }: World): Promise<Contender> {
  const dir = mkdtempSync(path.join(tmpdir(), "malote-bench-"));
  const wsdl = path.join(dir, "consulta.wsdl");
  writeFileSync(wsdl, wsdlOf(url + testCase));
  const client = await createClientAsync(wsdl, { forceSoap12Headers: true });
  rmSync(dir, { recursive: true, force: true });
  const security = new ClientSSLSecurity(
    Buffer.from(empresa.chavePem),
    Buffer.from(empresa.certificadoPem),
    [Buffer.from(raiz.certificadoPem)],
    { forever: true, keepAlive: true, maxSockets: IN_FLIGHT },
  );
  client.setSecurity(security);
  const payload =
    `<nfeDadosMsg xmlns="${NS}"><consSitNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><tpAmb>1</tpAmb>` +
    `<xServ>CONSULTAR</xServ><chNFe>${chave}</chNFe></consSitNFe></nfeDadosMsg>`;
  return {
    ask: async () => {
      const [parsed] = await client.nfeConsultaNFAsync({ _xml: payload });
      if (!parsed?.retConsSitNFe?.cStat) throw new Error("an answer was not understood");
    },
    close: () => undefined,
  };
}

function wsdlOf(address: string): string {
  const message = (name: string, element: string) =>
    `<wsdl:message name="${name}"><wsdl:part name="p" element="tns:${element}"/></wsdl:message>`;
  const element = (name: string) =>
    `<s:element name="${name}"><s:complexType mixed="true"><s:sequence><s:any/></s:sequence></s:complexType></s:element>`;
  const body = `<soap12:body use="literal"/>`;
  return (
    `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" ` +
    `xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:tns="${NS}" targetNamespace="${NS}"><wsdl:types>` +
    `<s:schema elementFormDefault="qualified" targetNamespace="${NS}">${element("nfeDadosMsg")}${element("nfeResultMsg")}</s:schema>` +
    `</wsdl:types>${message("In", "nfeDadosMsg")}${message("Out", "nfeResultMsg")}<wsdl:portType name="T">` +
    `<wsdl:operation name="nfeConsultaNF"><wsdl:input message="tns:In"/><wsdl:output message="tns:Out"/></wsdl:operation></wsdl:portType>` +
    `<wsdl:binding name="B" type="tns:T"><soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/>` +
    `<wsdl:operation name="nfeConsultaNF"><soap12:operation soapAction="${NS}/nfeConsultaNF" style="document"/>` +
    `<wsdl:input>${body}</wsdl:input><wsdl:output>${body}</wsdl:output></wsdl:operation></wsdl:binding>` +
    `<wsdl:service name="S"><wsdl:port name="P" binding="tns:B"><soap12:address location="${address}"/></wsdl:port></wsdl:service>` +
    `</wsdl:definitions>`
  );
}

/** Keeps the maximum number of requests in flight for that long. */
async function runFor(ms: number, ask: () => Promise<unknown>): Promise<Throughput> {
  const started = performance.now();
  const cpu = process.cpuUsage();
  let done = 0;
  const keepAsking = async () => {
    while (performance.now() - started < ms) {
      await ask();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, keepAsking));
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: (done * 1_000) / (performance.now() - started),
    perCpuSecond: (done * 1_000_000) / (user + system),
  };
}

function report(
  name: string,
  unidade: string,
  ours: number,
  reference: { nome: string; valor: number },
): void {
  process.send?.({ medida: { nome: name, unidade, nosso: ours, referencia: reference } });
}
