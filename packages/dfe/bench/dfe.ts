// Benchmark of reading, verifying and judging a document, compared with xml-crypto, fast-xml-parser and bare
// RSA.
import { verify, X509Certificate } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { XMLParser } from "fast-xml-parser";
import { XmlDocument } from "libxml2-wasm";
import { SignedXml } from "xml-crypto";
import { examineDfe } from "../src/examine.ts";
import { Findings } from "../src/findings.ts";
import { type LocatedDocumento, locate } from "../src/read/locate.ts";
import { readDfe } from "../src/read/read-dfe.ts";
import { openTarget } from "../src/signature/find-signed.ts";
import { verifySignature } from "../src/signature/verify-signature.ts";
import { CONFIANCA, empresa } from "../src/tests/trust.ts";
import { canonicalize } from "../src/xml/c14n.ts";
import { parseXml } from "../src/xml/parse.ts";
import { elementsOf, textOf, type XmlElement } from "../src/xml/tree.ts";
import { makeNfeProc } from "./documents/make-nfe-proc.ts";

const CORPUS = path.resolve(import.meta.dirname, "../../../../shared/corpus/dfe");
/** Items of a typical NF-e of about 12 KB, and the maximum in the layout. */
const ITENS = 8;
const ITENS_MAX = 990;
const DOCUMENTOS = 16;
const ROUNDS = 15;
const ROUND_S = 0.2;
/** Runs between two readings of the clock. */
const BATCH = 4;
/** Maximum time for which one document may block the event loop. */
const BLOCK_MAX_MS = 50;
const RUNS = 7;
/** Minimum number of documents judged per second and core. */
const JUDGED_MIN = 1_000;

const documentos = Array.from({ length: DOCUMENTOS }, (_, index) => makeNfeProc(ITENS, index + 1));
// The documents must be authentic, or the benchmark would measure refusals.
for (const bytes of documentos) {
  const { veredito, achados } = examineDfe(bytes, CONFIANCA);
  if (veredito !== "autentica") throw new Error(`${veredito}: ${achados.map((each) => each.codigo)}`);
}

// The measure nearest to its target runs first, and huge documents last: garbage of one measure slows the
// next.
measureVerification();
measureJudging();
measureReading();
measureBlocking();
process.disconnect?.();

function measureReading(): void {
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    removeNSPrefix: true,
  });
  const texts = documentos.map((bytes) => bytes.toString("utf8"));
  const [parse, read, other, native] = race([
    (index) => parseXml(pick(documentos, index)),
    (index) => readDfe(pick(documentos, index)),
    (index) => parser.parse(pick(texts, index)),
    (index) => XmlDocument.fromBuffer(pick(documentos, index)).dispose(),
  ]);
  report("análise do XML", "documentos/s", parse, { nome: "fast-xml-parser", valor: other });
  report("análise do XML", "documentos/s", parse, { nome: "libxml2-wasm", valor: native });
  report("leitura (XML e campos)", "documentos/s", read, { nome: "fast-xml-parser, só o XML", valor: other });
}

function measureVerification(): void {
  const { signed, valor, chave } = bareSignature();
  const readme = checkAsReadme();
  const [nosso, rsa, library] = race([
    (index) => verifyOurs(pick(documentos, index)),
    () => verify("sha1", signed, chave, valor),
    (index) => readme(pick(documentos, index)),
  ]);
  const nome = "verificação da assinatura";
  report(nome, "documentos/s", nosso, { nome: "xml-crypto como no seu README", valor: library });
  report(nome, "documentos/s", nosso, { nome: "limite físico: só crypto.verify RSA-2048/SHA-1", valor: rsa });
}

function measureJudging(): void {
  const [nosso] = race([(index) => examineDfe(pick(documentos, index), CONFIANCA)]);
  report("julgamento inteiro (leitura, assinatura, cadeia, estrutura)", "documentos/s", nosso, {
    nome: "alvo",
    valor: JUDGED_MIN,
  });
}

function measureBlocking(): void {
  const reference = { nome: "limite", valor: BLOCK_MAX_MS };
  const largest = makeNfeProc(ITENS_MAX, 1);
  report(`bloqueio do processo, NF-e de ${ITENS_MAX} itens`, "ms", blockOf(largest), reference);
  if (!existsSync(CORPUS)) {
    console.log("Sem ../shared/corpus/dfe: o pior bloqueio da coleção não foi medido.");
    return;
  }
  const files = readdirSync(CORPUS, { recursive: true, encoding: "utf8" }).filter((each) =>
    /\.xml$/i.test(each),
  );
  const blocks = files.map((file) => blockOf(readFileSync(path.join(CORPUS, file))));
  report(
    `pior bloqueio do processo, ${files.length} documentos da coleção`,
    "ms",
    Math.max(...blocks),
    reference,
  );
}

/** Milliseconds that one document blocks the event loop: the
 * median of several runs, as other programs disturb the clock. */
function blockOf(bytes: Uint8Array): number {
  const blocks = Array.from({ length: RUNS }, () => {
    const started = performance.now();
    examineDfe(bytes, CONFIANCA);
    return performance.now() - started;
  });
  return blocks.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
}

/** The best round of each, per second, after a warm-up: other load only slows a
 * round. Our code runs first, so that it does not pay for the garbage of xml-crypto. */
function race(contenders: readonly ((index: number) => unknown)[]): number[] {
  return contenders.map((run) => {
    rateOf(run);
    return Math.max(...Array.from({ length: ROUNDS }, () => rateOf(run)));
  });
}

/** Runs per second of CPU time, without that of other programs. */
function rateOf(run: (index: number) => unknown): number {
  const started = process.cpuUsage();
  let count = 0;
  let seconds = 0;
  for (; seconds < ROUND_S; seconds = secondsSince(started)) {
    for (const last = count + BATCH; count < last; count += 1) run(count);
  }
  return count / seconds;
}

function secondsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000_000;
}

function verifyOurs(bytes: Uint8Array): void {
  const findings = new Findings();
  verifySignature(openTarget(locateNota(bytes)), findings);
  if (findings.all().length > 0) throw new Error(`not verified: ${findings.all()[0]?.codigo}`);
}

function locateNota(bytes: Uint8Array): LocatedDocumento {
  const location = locate(parseXml(bytes).root);
  if (location.kind !== "nota") throw new Error(location.kind);
  return location;
}

/** RSA verification alone, on the same data: the lower bound of any verifier. */
function bareSignature(): { signed: Buffer; valor: Buffer; chave: X509Certificate["publicKey"] } {
  const [signature] = locateNota(pick(documentos, 0)).assinaturas;
  const signed = Buffer.from(canonicalize(childOf(signature, "SignedInfo")));
  const valor = Buffer.from(textOf(childOf(signature, "SignatureValue")), "base64");
  const chave = new X509Certificate(empresa.certificadoPem).publicKey;
  if (!verify("sha1", signed, chave, valor)) throw new Error("the bare signature does not verify");
  return { signed, valor, chave };
}

function childOf(element: XmlElement | undefined, local: string): XmlElement {
  const child = element && elementsOf(element).find((each) => each.local === local);
  if (!child) throw new Error(local);
  return child;
}

/** Uses the parser and the XPath library that the README of xml-crypto names. */
function checkAsReadme(): (bytes: Buffer) => void {
  const load = createRequire(import.meta.resolve("xml-crypto"));
  const { DOMParser } = load("@xmldom/xmldom");
  const xpath = load("xpath");
  return (bytes) => {
    const xml = bytes.toString("utf8");
    const doc = new DOMParser().parseFromString(xml, "text/xml");
    const signature = xpath.select1("//*[local-name(.)='Signature']", doc);
    const sig = new SignedXml({ publicCert: empresa.certificadoPem, getCertFromKeyInfo: () => null });
    sig.loadSignature(signature);
    if (!sig.checkSignature(xml)) throw new Error("xml-crypto refused");
  };
}

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError("nothing to pick from");
  return item;
}

function report(
  nome: string,
  unidade: string,
  nosso: number | undefined,
  reference: { nome: string; valor: number | undefined },
): void {
  const { valor = Number.NaN } = reference;
  process.send?.({ medida: { nome, unidade, nosso, referencia: { ...reference, valor } } });
}
