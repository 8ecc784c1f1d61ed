import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { DOMParser } from "@xmldom/xmldom";
import { XmlC14NMode, XmlDocument } from "libxml2-wasm";
import { describe, expect, test } from "vitest";
import { SignedXml } from "xml-crypto";
import { judgeDfe } from "../judge/judge-dfe.ts";
import type { Leitura } from "../leitura.ts";
import { readDfe } from "../read/read-dfe.ts";
import type { AchadoCodigo, Confianca, Veredito } from "../veredito.ts";
import { canonicalize } from "../xml/c14n.ts";
import { parseXml } from "../xml/parse.ts";
import { isElement, walkBelow, type XmlElement } from "../xml/tree.ts";

const SHARED = path.resolve(import.meta.dirname, "../../../../../shared");
const CORPUS = path.join(SHARED, "corpus/dfe");
const ODD = path.join(SHARED, "corpus/odd");
const ICP_BRASIL = path.join(SHARED, "icp-brasil");
const UNCHECKED: Confianca = { ancoras: [] };

/** What the sheets of the collections say of one file. */
type Row = { file: string; kind: string; keyDv: string; wellFormed: boolean; signature: string };

const rows: Row[] = sheet(path.join(CORPUS, "manifest.tsv")).map((cells) => ({
  file: cells[0] ?? "",
  kind: cells[1] ?? "",
  wellFormed: cells[9] === "yes",
  signature: cells[15] ?? "",
  keyDv: cells[16] ?? "",
}));

const NOTA = new Set(["NFe", "nfeProc", "NFe-nfce", "nfeProc-nfce", "enviNFe"]);
const EVENTO = new Set(["evento", "procEventoNFe", "envEvento"]);
const OUTRO = new Set(
  "BPe CTe CTeOS CTeSimp MDFe cteOSProc cteProc enviMDFe eventoCTe eventoMDFe inutNFe mdfeProc procEventoCTe procEventoMDFe".split(
    " ",
  ),
);
/** Its Id lacks the "NFe" that the layout wants. */
const ID_WITHOUT_PREFIX = "nfeProc/akretion+nfelib__NFe35200159594315000157550010000000012062777161.xml";

function sheet(file: string): string[][] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trimEnd().split("\n").slice(1);
  return lines.map((line) => line.split("\t"));
}

function expectedKind(kind: string): Leitura["kind"] {
  if (NOTA.has(kind)) return "nota";
  if (EVENTO.has(kind)) return "evento";
  return OUTRO.has(kind) ? "outro-dfe" : "nao-dfe";
}

function bytesOf(row: Row): Buffer {
  return readFileSync(path.join(CORPUS, row.file));
}

function codes(veredito: Veredito): Set<AchadoCodigo> {
  return new Set(veredito.achados.map((each) => each.codigo));
}

/** The signature as xmlsec1 told it in the sheet, out of our findings. */
function signatureOf(veredito: Veredito): string {
  const found = codes(veredito);
  if (found.has("sem-assinatura")) return "none";
  if (found.has("assinatura-malformada") || found.has("certificado-ilegivel")) return "no-cert/error";
  if (found.has("digest-divergente"))
    return found.has("assinatura-divergente") ? "both-mismatch" : "digest-mismatch";
  return found.has("assinatura-divergente") ? "signature-mismatch" : "valid";
}

describe.skipIf(!existsSync(CORPUS))("the collection ../shared/corpus/dfe", () => {
  test("is read, each file as the kind it is", () => {
    const wrong: string[] = [];
    for (const row of rows) {
      const leitura = readDfe(bytesOf(row));
      const layout = leitura.kind === "ilegivel" && /^campo-/.test(leitura.motivo);
      // Many public samples are stubs: without a key of their own they may lack any other field too.
      const stub = layout && (row.keyDv !== "ok" || row.file === ID_WITHOUT_PREFIX);
      const broken = leitura.kind === "ilegivel" && leitura.motivo === "malformado" && !row.wellFormed;
      if (leitura.kind !== expectedKind(row.kind) && !stub && !broken)
        wrong.push(`${row.file}: ${leitura.kind}`);
    }
    expect(wrong).toEqual([]);
    expect(rows.length).toBeGreaterThan(300);
  });

  test("is judged as xmlsec1 judged it", () => {
    const wrong: string[] = [];
    let valid = 0;
    for (const row of rows) {
      const bytes = bytesOf(row);
      const leitura = readDfe(bytes);
      if (leitura.kind !== "nota" && leitura.kind !== "evento") continue;
      const ours = signatureOf(judgeDfe(bytes, leitura, UNCHECKED));
      const theirs = row.signature === "no-signature-ns" ? "no-cert/error" : row.signature;
      if (ours === "valid") valid += 1;
      // An empty Signature counts as none in the sheet, as a broken one here.
      if (theirs === "none" && ours === "no-cert/error") continue;
      if (ours !== theirs) wrong.push(`${row.file}: ${ours}, not ${theirs}`);
    }
    expect(wrong).toEqual([]);
    expect(valid).toBeGreaterThan(20);
  });

  test("has the canonical form that libxml2 writes, whole and of the signed parts", () => {
    let compared = 0;
    for (const row of rows.filter((each) => each.wellFormed)) {
      const text = bytesOf(row).toString("utf8");
      if (text.includes("<!DOCTYPE")) continue;
      const parts = partsOf(parseXml(Buffer.from(text)).root);
      const document = XmlDocument.fromString(text.trim());
      const nodes = document.find("//*[@Id] | /* | //*[local-name()='SignedInfo']");
      const options = { mode: XmlC14NMode.XML_C14N_1_0, withComments: false };
      expect(parts.map(canonicalize), row.file).toEqual(
        nodes.map((node) => node.canonicalizeToString(options)),
      );
      document.dispose();
      compared += parts.length;
    }
    expect(compared).toBeGreaterThan(500);
  });

  test("has no signature on which xml-crypto and we differ", () => {
    const signed = rows.filter((row) => row.signature === "valid" || row.signature === "digest-mismatch");
    for (const row of signed) {
      const bytes = bytesOf(row);
      const leitura = readDfe(bytes);
      if (leitura.kind !== "nota" && leitura.kind !== "evento") continue;
      const found = codes(judgeDfe(bytes, leitura, UNCHECKED));
      // A Reference to another Id is ours to refuse before any digest.
      if (found.has("referencia-divergente")) continue;
      expect(!found.has("digest-divergente"), row.file).toBe(checkWithXmlCrypto(bytes.toString("utf8")));
    }
  });

  test.skipIf(!existsSync(ICP_BRASIL))("has its real signers chained to ../shared/icp-brasil", () => {
    const ancoras = readdirSync(ICP_BRASIL).map((name) => readFileSync(path.join(ICP_BRASIL, name), "utf8"));
    const situacoes = rows
      .filter((row) => row.signature === "valid" && /^(nfeProc|procEventoNFe)$/.test(row.kind))
      .map((row) => {
        const bytes = bytesOf(row);
        return judgeDfe(bytes, readDfe(bytes), { ancoras }).situacao;
      });
    // One avulsa of a state whose authority is not in the folder stays suspicious.
    expect(situacoes.filter((each) => each === "integra").length).toBe(situacoes.length - 1);
  });
});

/** What each odd file must lead to: an outcome of the reader, or a situation. */
const ODD_EXPECTED: Readonly<Record<string, string>> = {
  "bom-utf8.xml": "integra",
  "iso-8859-1-declared.xml": "integra",
  "windows-1252-declared.xml": "integra",
  "latin1-undeclared.xml": "assinatura-invalida codificacao-reparada",
  "utf16le-bom.xml": "integra",
  "no-xml-decl.xml": "integra",
  "crlf-everywhere.xml": "assinatura-invalida",
  "leading-blank-lines.xml": "reparada bordas-reparadas",
  "trailing-nul.xml": "reparada bordas-reparadas",
  "truncated.xml": "ilegivel malformado",
  "stylesheet-pi.xml": "integra",
  "doctype-internal.xml": "ilegivel dtd",
  "xxe-external.xml": "ilegivel dtd",
  "billion-laughs.xml": "ilegivel dtd",
  "deep-nesting.xml": "ilegivel profundo-demais",
  "huge-attr.xml": "ilegivel grande-demais",
  "tampered-vNF.xml": "assinatura-invalida digest-divergente",
  "xsw-forged-first.xml": "ilegivel campo-invalido",
  "xsw-same-id.xml": "ilegivel estrutura",
  "comment-in-value.xml": "suspeita comentario-no-assinado",
  "cdata-in-value.xml": "integra cdata-no-assinado",
  "prefixed-ns.xml": "assinatura-invalida sem-assinatura",
  "protocol-other-key.xml": "suspeita protocolo-de-outra-chave",
  "protocol-digval-differs.xml": "suspeita protocolo-digest-divergente",
  "protocol-denied-302.xml": "integra nao-autorizada",
  "homologation-tpAmb2.xml": "assinatura-invalida ambiente-homologacao",
  "nfe-no-protocol.xml": "integra sem-protocolo",
  "two-docs-concatenated.xml": "ilegivel varias-raizes",
  "mixed-with-traversal.zip": "nao-dfe nao-xml",
  "nested.zip": "nao-dfe nao-xml",
  "single.xml.gz": "nao-dfe nao-xml",
  "zip-bomb-200MB.zip": "nao-dfe nao-xml",
};

describe.skipIf(!existsSync(ODD))("the oddities in ../shared/corpus/odd", () => {
  test("are all known here", () => {
    expect(sheet(path.join(ODD, "expectations.tsv")).map(([file]) => file)).toEqual(
      Object.keys(ODD_EXPECTED),
    );
  });

  test.each(Object.entries(ODD_EXPECTED))("%s leads to %s", (file, expected) => {
    const bytes = readFileSync(path.join(ODD, file));
    const leitura = readDfe(bytes);
    const [what, detail] = expected.split(" ");
    if (leitura.kind === "nota" || leitura.kind === "evento") {
      const veredito = judgeDfe(bytes, leitura, UNCHECKED);
      expect(veredito.situacao).toBe(what);
      expect([...codes(veredito), undefined]).toContain(detail);
    } else {
      expect(leitura).toMatchObject({ kind: what, motivo: detail });
    }
  });
});

function partsOf(root: XmlElement): XmlElement[] {
  const found = [root];
  walkBelow(root, (node) => {
    if (!isElement(node)) return;
    const hasId = node.attributes.some((each) => each.local === "Id" && each.namespace === "");
    if (hasId || node.local === "SignedInfo") found.push(node);
  });
  return found;
}

/** The safe use of xml-crypto: its own certificate only from the Signature at hand, never from elsewhere. */
function checkWithXmlCrypto(text: string): boolean {
  const root = new DOMParser().parseFromString(text, "text/xml");
  const signature = root.getElementsByTagNameNS("http://www.w3.org/2000/09/xmldsig#", "Signature")[0];
  const der = signature?.getElementsByTagName("X509Certificate")[0]?.textContent?.replace(/\s/g, "") ?? "";
  const publicCert = `-----BEGIN CERTIFICATE-----\n${der.match(/.{1,64}/g)?.join("\n")}\n-----END CERTIFICATE-----\n`;
  const checker = new SignedXml({ publicCert, getCertFromKeyInfo: () => null });
  checker.loadSignature(String(signature));
  return checker.checkSignature(text) && checker.getSignedReferences().length === 1;
}
