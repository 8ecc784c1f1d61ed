import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { MINUTE_MS } from "@malote/syntax";
import { type Clock, createClock } from "../clock.ts";
import { type KeySet, openKeySet } from "../document-generator/certificates/key-set.ts";
import { seedKeySet } from "../document-generator/certificates/shared-key-set.ts";
import { EMPRESAS_DEMO, type Empresa } from "../document-generator/companies/companies.ts";
import { FORNECEDORES, type Fornecedor } from "../document-generator/companies/suppliers.ts";
import { createDocumentGenerator, type DocumentGenerator } from "../document-generator/document-generator.ts";
import type { SignedNota } from "../document-generator/nfe/nfe.ts";
import { createRandomSource } from "../random-source.ts";
import { answer } from "../sefaz/answer.ts";
import { authorizeNota } from "../sefaz/authorize.ts";
import { ufsOfAutorizador } from "../sefaz/autorizadores.ts";
import { readEnvelope } from "../sefaz/envelope.ts";
import { createSignatureVerifier, hasXmlsec } from "../sefaz/evento/verify-signature.ts";
import { type Ledger, openLedger } from "../sefaz/ledger.ts";
import type { ServiceReply } from "../sefaz/service-call.ts";
import { layoutOf, type SefazService, wsdlOf } from "../sefaz/services.ts";
import { createUsageMonitor, type UsageMonitor } from "../sefaz/usage/usage-monitor.ts";

/** The simulated SEFAZ without its HTTP server: its stored state, and direct requests. */
export type TestSefaz = {
  dir: string;
  keySet: KeySet;
  generator: DocumentGenerator;
  ledger: Ledger;
  usage: UsageMonitor;
  clock: Clock;
  /** Signs and authorizes a nota issued that many minutes ago. */
  emitNota(o?: { fornecedor?: Fornecedor; destinatario?: Empresa; idadeMin?: number }): SignedNota;
  ask(servico: SefazService, payload: string, o?: CallOptions): Promise<ServiceReply>;
  stop(): void;
};

export type CallOptions = {
  autorizador?: string;
  modelo?: string;
  transmissor?: string;
  cabecalho?: string;
  /** Acts as if xmlsec1 were missing. */
  withoutXmlsec?: boolean;
};

const [demo] = EMPRESAS_DEMO;
const [defaultFornecedor] = FORNECEDORES;
const SOAP = "http://www.w3.org/2003/05/soap-envelope";

export async function createTestSefaz(): Promise<TestSefaz> {
  const dir = mkdtempSync(path.join(tmpdir(), "malote-estado-"));
  await seedKeySet(dir);
  const clock = createClock();
  const keySet = await openKeySet(dir, clock.now());
  const generator = createDocumentGenerator(keySet, createRandomSource());
  const ledger = openLedger(dir, () => clock.now());
  const usage = createUsageMonitor();
  return {
    dir,
    keySet,
    generator,
    ledger,
    usage,
    clock,
    emitNota: ({ fornecedor = defaultFornecedor, destinatario = demo, idadeMin = 30 } = {}) => {
      if (!fornecedor) throw new RangeError("no fornecedor");
      const nota = generator.signNota({
        emissao: new Date(clock.now().getTime() - idadeMin * MINUTE_MS),
        serie: 1,
        numero: ledger.nextNumero(fornecedor.cnpj, 1),
        fornecedor,
        destinatario,
        itens: generator.inventItens(fornecedor),
      });
      authorizeNota(nota, ledger);
      return nota;
    },
    ask: (servico, payload, { autorizador = "AN", modelo = "55", transmissor = demo.cnpj, ...more } = {}) =>
      answer({
        pedido: readEnvelope(wrap(servico, payload, more.cabecalho)),
        certificateFault: null,
        transmissor,
        porta: { autorizador, modelo, ufs: ufsOfAutorizador(autorizador, modelo) ?? [] },
        now: clock.now(),
        paused: null,
        ledger,
        usage,
        signatureVerifier: createSignatureVerifier(
          [keySet.intermediaria.certificadoPem],
          more.withoutXmlsec ? () => false : hasXmlsec,
        ),
      }),
    stop: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** A request in its SOAP envelope. */
export function wrap(servico: SefazService, payload: string, cabecalho = ""): string {
  const [outermost = "", ...inner] = layoutOf(servico).entrada;
  const content = inner.reduceRight((children, nome) => `<${nome}>${children}</${nome}>`, payload);
  const header = cabecalho ? `<s:Header>${cabecalho}</s:Header>` : "";
  return `<s:Envelope xmlns:s="${SOAP}">${header}<s:Body><${outermost} xmlns="${wsdlOf(servico)}">${content}</${outermost}></s:Body></s:Envelope>`;
}

export function distNSU(ultNSU: number, interessado = demo.cnpj): string {
  return distDFeInt(interessado, `<distNSU><ultNSU>${writeNsu(ultNSU)}</ultNSU></distNSU>`);
}

export function consNSU(nsu: number, interessado = demo.cnpj): string {
  return distDFeInt(interessado, `<consNSU><NSU>${writeNsu(nsu)}</NSU></consNSU>`);
}

export function consChNFe(chave: string, interessado = demo.cnpj): string {
  return distDFeInt(interessado, `<consChNFe><chNFe>${chave}</chNFe></consChNFe>`);
}

function distDFeInt(interessado: string, por: string): string {
  return `<distDFeInt xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.01"><tpAmb>1</tpAmb><cUFAutor>35</cUFAutor><CNPJ>${interessado}</CNPJ>${por}</distDFeInt>`;
}

function writeNsu(nsu: number): string {
  return String(nsu).padStart(15, "0");
}

/** The documents of a response, unzipped. */
export function docZips(xml: string): { nsu: number; schema: string; xml: string }[] {
  return [...xml.matchAll(/<docZip NSU="([0-9]{15})" schema="([^"]+)">([^<]+)</g)].map(
    ([, nsu = "", schema = "", zipped = ""]) => ({
      nsu: Number(nsu),
      schema,
      xml: gunzipSync(Buffer.from(zipped, "base64")).toString("utf8"),
    }),
  );
}

export function textOf(xml: string, nome: string): string | undefined {
  return new RegExp(`<${nome}>([^<]*)<`).exec(xml)?.[1];
}
