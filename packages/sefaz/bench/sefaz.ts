// How many documents are asked about in a second: our client beside node-soap, both with mutual TLS and connections kept alive, of
// the same server, which is a process of its own and answers with bytes made beforehand.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer } from "node:tls";
import { ClientSSLSecurity, createClientAsync } from "soap";
import { createSefazClient } from "../src/client.ts";
import { asA1, createAutoridade, createEcnpj, createServidor, type Emitido } from "../src/tests/pki.ts";
import { chaveOf, inEnvelope, procEvento, protNFe, retConsSit } from "../src/tests/respostas.ts";

const RODADAS = 7;
const RODADA_MS = 1_500;
const AQUECIMENTO_MS = 1_000;
/** Questions under way at once, each client's own: as many as ours keeps connections to a host. */
const AO_MESMO_TEMPO = 8;

const NS = "http://www.portalfiscal.inf.br/nfe/wsdl/NFeConsultaProtocolo4";
const chave = chaveOf(1);
const RESPOSTAS = {
  "/autorizada": inEnvelope(retConsSit({ chave, dentro: protNFe(chave) })),
  "/cancelada": inEnvelope(retConsSit({ chave, cStat: "101", dentro: protNFe(chave) + procEvento(chave) })),
} as const;
type Caso = keyof typeof RESPOSTAS;
const ENTREGAS = {
  "/autorizada": toHttp(RESPOSTAS["/autorizada"]),
  "/cancelada": toHttp(RESPOSTAS["/cancelada"]),
};

type Pki = { servidor: Emitido; raiz: Emitido };
type Perguntador = { ask: () => Promise<unknown>; close: () => void };
type Corrida = { porSegundo: number; porSegundoDeCpu: number };

if (process.argv[2] === "servidor") serve();
else await measure();

/** The server's own process: it demands a certificate, and answers each whole question with bytes made beforehand, with as little of
 * HTTP as that takes, so that it is not what is measured. */
function serve(): void {
  process.once("message", ({ servidor, raiz }: Pki) => {
    const tls = { key: servidor.chavePem, cert: servidor.certificadoPem, ca: raiz.certificadoPem };
    const server = createServer({ ...tls, requestCert: true, rejectUnauthorized: true }, (socket) => {
      let recebido: Buffer = Buffer.alloc(0);
      socket.on("data", (parte) => {
        recebido = recebido.length === 0 ? parte : Buffer.concat([recebido, parte]);
        const caso = casoOf(recebido);
        if (!caso) return;
        recebido = Buffer.alloc(0);
        socket.write(ENTREGAS[caso]);
      });
      socket.on("error", () => socket.destroy());
    });
    server.listen(0, "127.0.0.1", () => process.send?.({ porta: (server.address() as AddressInfo).port }));
  });
}

/** Which answer a question is for, once it is whole. */
function casoOf(recebido: Buffer): Caso | null {
  const fim = recebido.indexOf("\r\n\r\n");
  if (fim < 0) return null;
  const cabecalho = recebido.toString("latin1", 0, fim);
  const tamanho = Number(/content-length: ([0-9]+)/i.exec(cabecalho)?.[1]);
  if (recebido.length < fim + 4 + tamanho) return null;
  return cabecalho.startsWith("POST /cancelada") ? "/cancelada" : "/autorizada";
}

function toHttp(xml: string): Buffer {
  const corpo = Buffer.from(xml);
  const cabecalho =
    `HTTP/1.1 200 OK\r\ncontent-type: application/soap+xml; charset=utf-8\r\n` +
    `content-length: ${corpo.length}\r\nconnection: keep-alive\r\n\r\n`;
  return Buffer.concat([Buffer.from(cabecalho), corpo]);
}

async function measure(): Promise<void> {
  const raiz = createAutoridade("AC RAIZ INVENTADA");
  const empresa = createEcnpj("MERCADO INVENTADO", raiz);
  const { filho, url } = await startServer({ servidor: createServidor(raiz), raiz });
  try {
    for (const caso of Object.keys(RESPOSTAS) as Caso[]) await race(caso, { url, raiz, empresa });
  } finally {
    filho.kill();
    process.disconnect?.();
  }
}

async function startServer(pki: Pki): Promise<{ filho: ChildProcess; url: string }> {
  const filho = fork(import.meta.filename, ["servidor"]);
  filho.send(pki);
  const [{ porta }] = (await once(filho, "message")) as [{ porta: number }];
  return { filho, url: `https://127.0.0.1:${porta}` };
}

type Mundo = { url: string; raiz: Emitido; empresa: Emitido };

/** Both take turns, so that whatever else the machine does falls on both; the best of each's rounds counts. */
async function race(caso: Caso, mundo: Mundo): Promise<void> {
  const perguntadores = [openOurs(caso, mundo), await openNodeSoap(caso, mundo)];
  const melhores: Corrida[] = perguntadores.map(() => ({ porSegundo: 0, porSegundoDeCpu: 0 }));
  for (const { ask } of perguntadores) await runFor(AQUECIMENTO_MS, ask);
  for (let rodada = 0; rodada < RODADAS; rodada++) {
    for (const [i, { ask }] of perguntadores.entries()) {
      const corrida = await runFor(RODADA_MS, ask);
      const melhor = melhores[i];
      if (!melhor) continue;
      melhor.porSegundo = Math.max(melhor.porSegundo, corrida.porSegundo);
      melhor.porSegundoDeCpu = Math.max(melhor.porSegundoDeCpu, corrida.porSegundoDeCpu);
    }
  }
  for (const { close } of perguntadores) close();
  const [nosso, alheio] = melhores as [Corrida, Corrida];
  const nome = `consulta de NF-e ${caso.slice(1)}`;
  const referencia = "node-soap 1.13.0";
  report(nome, "consultas/s", nosso.porSegundo, { nome: referencia, valor: alheio.porSegundo });
  report(`${nome}, por segundo de processador do cliente`, "consultas/s", nosso.porSegundoDeCpu, {
    nome: referencia,
    valor: alheio.porSegundoDeCpu,
  });
}

function openOurs(caso: Caso, { url, raiz, empresa }: Mundo): Perguntador {
  const cliente = createSefazClient({
    certificado: asA1(empresa),
    ancoras: [raiz.certificadoPem],
    simulador: url + caso,
  });
  return {
    ask: async () => {
      const resposta = await cliente.consultarProtocolo(chave, "1");
      if (resposta.kind !== "documento") throw new Error("an answer was not understood");
    },
    close: () => cliente.close(),
  };
}

/** node-soap as its README says, with the agent of ours: as many connections, kept alive, trusting the same root. Its WSDL is written
 * here, and has what its client needs to send one payload and to take the answer apart. */
async function openNodeSoap(caso: Caso, { url, raiz, empresa }: Mundo): Promise<Perguntador> {
  const dir = mkdtempSync(path.join(tmpdir(), "malote-bench-"));
  const wsdl = path.join(dir, "consulta.wsdl");
  writeFileSync(wsdl, wsdlOf(url + caso));
  const cliente = await createClientAsync(wsdl, { forceSoap12Headers: true });
  rmSync(dir, { recursive: true, force: true });
  const security = new ClientSSLSecurity(
    Buffer.from(empresa.chavePem),
    Buffer.from(empresa.certificadoPem),
    [Buffer.from(raiz.certificadoPem)],
    { forever: true, keepAlive: true, maxSockets: AO_MESMO_TEMPO },
  );
  cliente.setSecurity(security);
  const pedido =
    `<nfeDadosMsg xmlns="${NS}"><consSitNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><tpAmb>1</tpAmb>` +
    `<xServ>CONSULTAR</xServ><chNFe>${chave}</chNFe></consSitNFe></nfeDadosMsg>`;
  return {
    ask: async () => {
      const [lida] = await cliente.nfeConsultaNFAsync({ _xml: pedido });
      if (!lida?.retConsSitNFe?.cStat) throw new Error("an answer was not understood");
    },
    close: () => undefined,
  };
}

function wsdlOf(address: string): string {
  const message = (nome: string, elemento: string) =>
    `<wsdl:message name="${nome}"><wsdl:part name="p" element="tns:${elemento}"/></wsdl:message>`;
  const elemento = (nome: string) =>
    `<s:element name="${nome}"><s:complexType mixed="true"><s:sequence><s:any/></s:sequence></s:complexType></s:element>`;
  const corpo = `<soap12:body use="literal"/>`;
  return (
    `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" ` +
    `xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:tns="${NS}" targetNamespace="${NS}"><wsdl:types>` +
    `<s:schema elementFormDefault="qualified" targetNamespace="${NS}">${elemento("nfeDadosMsg")}${elemento("nfeResultMsg")}</s:schema>` +
    `</wsdl:types>${message("In", "nfeDadosMsg")}${message("Out", "nfeResultMsg")}<wsdl:portType name="T">` +
    `<wsdl:operation name="nfeConsultaNF"><wsdl:input message="tns:In"/><wsdl:output message="tns:Out"/></wsdl:operation></wsdl:portType>` +
    `<wsdl:binding name="B" type="tns:T"><soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/>` +
    `<wsdl:operation name="nfeConsultaNF"><soap12:operation soapAction="${NS}/nfeConsultaNF" style="document"/>` +
    `<wsdl:input>${corpo}</wsdl:input><wsdl:output>${corpo}</wsdl:output></wsdl:operation></wsdl:binding>` +
    `<wsdl:service name="S"><wsdl:port name="P" binding="tns:B"><soap12:address location="${address}"/></wsdl:port></wsdl:service>` +
    `</wsdl:definitions>`
  );
}

/** Keeps as many questions under way as may be, for that long. */
async function runFor(ms: number, ask: () => Promise<unknown>): Promise<Corrida> {
  const started = performance.now();
  const cpu = process.cpuUsage();
  let feitas = 0;
  const keepAsking = async () => {
    while (performance.now() - started < ms) {
      await ask();
      feitas += 1;
    }
  };
  await Promise.all(Array.from({ length: AO_MESMO_TEMPO }, keepAsking));
  const { user, system } = process.cpuUsage(cpu);
  return {
    porSegundo: (feitas * 1_000) / (performance.now() - started),
    porSegundoDeCpu: (feitas * 1_000_000) / (user + system),
  };
}

function report(
  nome: string,
  unidade: string,
  nosso: number,
  referencia: { nome: string; valor: number },
): void {
  process.send?.({ medida: { nome, unidade, nosso, referencia } });
}
